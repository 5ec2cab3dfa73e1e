"""Paper: forms are drawn as PDF from a view and a layout, and read back when they are filled."""

"""The office: the only place where files, mail and the clerk's answers meet, in a fixed order."""

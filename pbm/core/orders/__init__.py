"""Orders in words: items joined by `;`, alternatives joined by `ELSE`, in every language."""

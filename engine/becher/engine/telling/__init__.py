"""Games told in words: rule sheets, and the rules that apply just now."""

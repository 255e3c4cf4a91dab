/** Characters of a post or a comment, as a reader counts them: a flag or a family is one. */
export const longestText = 5000;

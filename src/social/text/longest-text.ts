/** Maximum length of a post or comment in user-perceived characters: a flag or family emoji counts as one. */
export const maxTextLength = 5000;

/** A path of this very site, so that a link to our sign-in page cannot send people elsewhere. */
export const ownPath = (path: unknown) =>
  typeof path === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : '/';

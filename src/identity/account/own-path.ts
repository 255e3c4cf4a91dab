/** Returns the path if it is on this site, else `/`. Prevents open redirects from the sign-in page. */
export const ownPath = (path: unknown) =>
  typeof path === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : '/';

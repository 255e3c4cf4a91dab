/** Returns the path if it is on this site, else `/`. Prevents open redirects from the sign-in page. */
export const safeRedirectPath = (path: unknown) =>
  typeof path === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : '/';

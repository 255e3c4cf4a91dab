/** The maximum of the sign-in page. Clients reject responses with more than 16 kB of headers. */
const longestNext = 8000;

/** The path of the sign-in page, which redirects back to `path` unless it is too long. */
export function signInPath(path: string): string {
  const next = encodeURIComponent(path);
  return next.length > longestNext ? '/signin' : `/signin?next=${next}`;
}

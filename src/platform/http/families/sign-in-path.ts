/** As long as the sign-in page takes it. Clients refuse an answer whose headers are longer than 16 kB in all. */
const longestNext = 8000;

/** The sign-in page, which leads back to `path` where that is not too long to be carried along. */
export function signInPath(path: string): string {
  const next = encodeURIComponent(path);
  return next.length > longestNext ? '/signin' : `/signin?next=${next}`;
}

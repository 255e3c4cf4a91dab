/** Splits a section of a text file into its first line and the text below it. */
export function splitHead(written: string): { head: string; text: string } {
  const end = written.indexOf('\n');
  return { head: written.slice(0, end).trim(), text: written.slice(end + 1).trim() };
}

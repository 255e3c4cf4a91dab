/** What the page at an address says of itself. */
export interface Preview {
  /** The address as its author wrote it. */
  href: string;
  /** Where it leads, such as `example.org`. */
  host: string;
  title: string;
  description: string;
  /** Where our copy of its picture is served. */
  picture: string | null;
  width: number;
  height: number;
}

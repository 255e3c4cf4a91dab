/** URLs of the browser files in this build. */
export interface AssetUrls {
  /** The URL of a file under `browser/`, such as `main.ts` or `styles/main.css`. */
  address(path: string): string;
  /** JSON that maps the names of imported libraries to their URLs. */
  importMap: string;
  /** URLs of the modules that every page loads first, and of the given ones with what they import. */
  preloads(scripts?: readonly string[]): readonly string[];
}

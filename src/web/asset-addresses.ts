/** Where the browser files of this start are served. */
export interface AssetAddresses {
  /** The address of a file under `browser/`, such as `main.ts` or `styles/main.css`. */
  address(path: string): string;
  /** JSON: where the libraries are that our modules import by name. */
  importMap: string;
  /** The addresses of the modules that every page starts with. */
  preloads: readonly string[];
}

import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** Where package.json is: the same for the sources and for what `npm start` makes of them in `build/`. */
export const projectFolder = dirname(findPackageJSON(import.meta.url) ?? '');

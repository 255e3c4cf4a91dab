import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/**
 * The folder of package.json. The same for the sources and for the compiled files of `npm start` in `build/`.
 */
export const projectFolder = dirname(findPackageJSON(import.meta.url) ?? '');

import { readdir, readFile } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentHash } from '../../../kernel/content-hash.ts';
import { projectFolder } from '../../../kernel/project-folder.ts';
import { inLanguage, onceInEachLanguage, sourceLanguage } from '../../../web/translation/languages.ts';
import type { InterfaceLanguage } from '../../../web/translation/languages.ts';
import { catalogOf } from '../../../web/translation/translate.ts';
import { spriteUrl } from '../../../web/components/controls.ts';
import type { AssetUrls } from '../../../web/asset-addresses.ts';
import { libraries, minify, readRichText } from './libraries.ts';
import { tighten } from './tighten.ts';

/** A browser file as served. Each encoding is created on first request, to keep startup fast. */
export interface Asset {
  type: string;
  readonly body: Promise<Buffer>;
  readonly brotli: Promise<Buffer>;
  readonly gzip: Promise<Buffer>;
}

type CreateText = (source: string) => string | Promise<string>;

/** All files served to browsers besides pages, in memory. */
export interface Assets extends AssetUrls {
  /** The file at this URL, if it exists. */
  find(address: string): Asset | undefined;
}

const browser = join(projectFolder, 'browser');
const resolve = createRequire(import.meta.url).resolve;

/** Style sheets that scripts load at first use, by the name in the import map. */
const laterStyles = ['composer-dialog', 'hover-card', 'lightbox', 'palette', 'rich-text'];

const types: Readonly<Record<string, string>> = {
  '.ts': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Loads `browser/` and the libraries, strips types and comments, and assigns each a URL that changes with its
 * content.
 */
export async function loadAssets(): Promise<Assets> {
  const files = new Map<string, Asset>();
  const addresses = new Map<string, string>();
  const add = (path: string, source: string, create?: CreateText, hash = hashOf(source, create)): string => {
    const address = `/assets/${hash}/${path}`;
    addresses.set(path, address);
    files.set(
      address,
      asset(path, () => (create ? create(source) : source)),
    );
    return address;
  };

  // Modules import each other by relative path, so they share one URL prefix: the hash of them all.
  const modules = await Promise.all(
    (await filesEnding('.ts'))
      // The marker function is removed from the served modules, and the editor of rich text is a bundle.
      .filter((path) => path !== 'translate.ts' && !path.startsWith('rich-text/'))
      .map(async (path) => [path, await readFile(join(browser, path), 'utf8')] as const),
  );
  const modulesIn = (language: InterfaceLanguage): Map<string, string> => {
    const sources = modules.map(([path, source]) => [path, localizeModule(source, language)] as const);
    const hash = hashOf(sources.map(([, source]) => source).join('\0'), moduleText);
    return new Map(sources.map(([path, source]) => [path, add(path, source, moduleText, hash)]));
  };
  const ownModules = onceInEachLanguage(modulesIn);
  const localized = (path: string): string | undefined => ownModules().get(path);
  inLanguage(sourceLanguage, ownModules);

  const imports: Record<string, string> = {};
  for (const [name, file] of Object.entries(libraries)) {
    imports[name] = add(`${name.replace('@', '')}.js`, await readFile(file, 'utf8'), minify);
  }
  const richText = await readRichText();
  imports['rich-text'] = add('rich-text.js', richText.source, richText.bundle);
  for (const path of [
    'main',
    'calls',
    'chat',
    'design',
    'landing',
    'link-builder',
    ...laterStyles,
    'events',
    'reference',
    'settings',
    'tools',
    'bare',
  ].map((name) => `styles/${name}.css`))
    add(path, await styleText(join(browser, path)), tighten);
  for (const name of laterStyles) imports[`${name}.css`] = addresses.get(`styles/${name}.css`) ?? '';
  const sprite = await readFile(join(browser, 'icons.svg'), 'utf8');
  addresses.set('icons.svg', spriteUrl);
  files.set(
    spriteUrl,
    asset('icons.svg', () => sprite),
  );

  const sources = new Map(modules);
  const importsOf = (path: string): string[] =>
    // eslint-disable-next-line redos/no-vulnerable -- the input is our own source
    [...(sources.get(path) ?? '').matchAll(/^import (?!type )[^';]*'(\.[^']+)';/gm)]
      .map(([, imported = '']) => join(dirname(path), imported))
      .filter((imported) => sources.has(imported));
  const importedBy = new Map(modules.map(([path]) => [path, importsOf(path)]));
  const onEveryPage = modules.map(([path]) => path).filter(isOnEveryPage);
  const address = (path: string): string => {
    const found = localized(path) ?? addresses.get(path);
    if (found === undefined) throw new Error(`browser/${path} does not exist`);
    return found;
  };
  return {
    address,
    importMap: JSON.stringify({ imports }),
    preloads: (scripts = []) => {
      const paths = new Set(['hotwired/turbo.js', ...onEveryPage]);
      if (scripts.length > 0) paths.add('hotwired/stimulus.js');
      // Imports are added to the set while it is read.
      for (const script of scripts) paths.add(script);
      for (const path of paths) for (const each of importedBy.get(path) ?? []) paths.add(each);
      return [...paths].map(address);
    },
    find: (wanted) => files.get(wanted),
  };
}

/** Paths under `browser/`, without tests and type-only files. */
async function filesEnding(ending: string): Promise<string[]> {
  const paths = await readdir(browser, { recursive: true });
  return paths.filter((path) => path.endsWith(ending) && !/\.(test|d)\.ts$/.test(path)).sort();
}

/** Whether `main.ts` imports the module eagerly. Others load when a page needs them. */
function isOnEveryPage(path: string): boolean {
  return !path.includes('/') || path.startsWith('behaviors/');
}

/** Changes with the source and its transformation. */
const hashOf = (source: string, create?: CreateText) =>
  contentHash(create ? `${create.toString()}\0${tighten.toString()}\0${source}` : source);

const moduleText = (source: string) => tighten(stripTypeScriptTypes(source));

/** Inlines the imports of a style sheet, also those of libraries, so browsers need only one request. */
async function styleText(file: string): Promise<string> {
  let text = await readFile(file, 'utf8');
  for (const [statement, path] of text.matchAll(/@import '([^'\n]+)';/g)) {
    const imported = path?.startsWith('.') ? join(dirname(file), path) : resolve(path ?? '');
    const inlined = await styleText(imported);
    text = text.replace(statement, () => inlined);
  }
  return text;
}

function asset(path: string, create: () => string | Promise<string>): Asset {
  let body: Promise<Buffer> | undefined;
  let brotli: Promise<Buffer> | undefined;
  let gzipped: Promise<Buffer> | undefined;
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    get body() {
      return (body ??= Promise.resolve(create()).then((text) => Buffer.from(text)));
    },
    get brotli() {
      return (brotli ??= this.body.then((body) => promisify(brotliCompress)(body, quality(body.length))));
    },
    get gzip() {
      return (gzipped ??= this.body.then((body) => promisify(gzip)(body, { level: 9 })));
    },
  };
}

const quality = (length: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: length },
});

const marked = /\bt`([^`\\]*)`/g;
const value = /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g;
const importOfT = /^import \{ t \} from '[./]*\/translate\.ts';\n/m;

/** Returns a browser module with its marked texts translated, as plain template literals. */
export function localizeModule(source: string, language: InterfaceLanguage): string {
  const catalog = language === sourceLanguage ? undefined : catalogOf(language);
  return source.replace(importOfT, '').replaceAll(marked, (_all, text: string) => {
    const values: string[] = [];
    const message = text.replaceAll(value, (found) => `{${values.push(found) - 1}}`);
    const translation = catalog?.get(message);
    if (translation === undefined) return `\`${text}\``;
    const literal = translation.replaceAll(/[`\\]|\$\{/g, (special) => `\\${special}`);
    return `\`${literal.replaceAll(/\{(\d+)\}/g, (_found, index: string) => values[Number(index)] ?? '')}\``;
  });
}

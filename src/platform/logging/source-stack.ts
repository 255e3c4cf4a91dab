import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFolder } from '../../kernel/project-folder.ts';

/** Matches locations in the output of `npm start`. */
const builtPlace = /(file:\/\/\/[^\s():]+\/build\/[\w-]+\.js):(\d+):(\d+)/g;

/**
 * Maps a stack trace from the files in `build/` to the sources. Node.js can do this, but loads all source
 * maps at startup: 70 MiB and half a second.
 */
export const sourceStack = (stack: string): string =>
  stack.replaceAll(builtPlace, (place, url: string, line: string, column: string) => {
    try {
      return sourcePlace(fileURLToPath(url), Number(line), Number(column)) ?? place;
    } catch {
      return place; // A trace with the location in the bundle is better than none.
    }
  });

interface SourceMap {
  sources: string[];
  mappings: string;
  /** The mapping state at the beginning of each line of the bundle. */
  lines: Place[];
}

/** The position in the mappings and the current values, to which the next ones are added. */
interface Place {
  offset: number;
  source: number;
  line: number;
  column: number;
}

const maps = new Map<string, SourceMap>();

/** Parses all mappings once, so each lookup only costs one line. */
function parseMap(file: string): SourceMap {
  const { sources, mappings } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMap;
  const lines: Place[] = [];
  const at = { offset: 0, source: 0, line: 0, column: 0 };
  while (at.offset < mappings.length) {
    lines.push({ ...at });
    parseLine(mappings, at);
  }
  return { sources, mappings, lines };
}

/**
 * Returns the source location of a position in a bundle, such as `src/main.ts:12:3`. Lines and columns count
 * from 1.
 */
function sourcePlace(file: string, line: number, column: number): string | undefined {
  let map = maps.get(file);
  if (!map) maps.set(file, (map = parseMap(file)));
  const from = map.lines[line - 1];
  const found = from && parseLine(map.mappings, { ...from }, column - 1);
  const source = map.sources[found?.source ?? -1];
  if (!found || source === undefined) return undefined;
  const path = relative(projectFolder, resolve(dirname(file), source));
  return `${path}:${found.line + 1}:${found.column + 1}`;
}

/**
 * Advances to the next line and returns the last segment at or before a column of the bundle. Lines are
 * separated by `;` and segments by `,`. All numbers but the first are relative to the previous segment
 * (ECMA-426).
 */
function parseLine(mappings: string, at: Place, wanted = Infinity): Place | undefined {
  let found: Place | undefined;
  let column = 0;
  while (at.offset < mappings.length) {
    const letter = mappings[at.offset];
    if (letter === ';' || letter === ',') at.offset++;
    if (letter === ';') break;
    if (letter === ',') continue;
    column += parseNumber(mappings, at);
    if (isEnd(mappings[at.offset])) continue;
    at.source += parseNumber(mappings, at);
    at.line += parseNumber(mappings, at);
    at.column += parseNumber(mappings, at);
    if (!isEnd(mappings[at.offset])) parseNumber(mappings, at); // The index of a name.
    if (column <= wanted && wanted < Infinity) found = { ...at };
  }
  return found;
}

const isEnd = (letter: string | undefined) => letter === undefined || letter === ',' || letter === ';';

function parseNumber(mappings: string, at: Place): number {
  let [value, shift, digit] = [0, 0, 32];
  for (; digit >= 32; shift += 5) {
    digit = digits[mappings.charCodeAt(at.offset++)] ?? 0;
    value += (digit & 31) << shift;
  }
  return value & 1 ? -(value >> 1) : value >> 1;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The value of a base64 digit, by its character code. */
const digits = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, alphabet.indexOf(String.fromCharCode(code))),
);

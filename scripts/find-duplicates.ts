import ts from 'typescript';

/** A line that counts, with its line number. */
interface Line {
  number: number;
  /** The line with names, strings and numbers replaced by their token kinds. */
  shape: string;
}

const min = 8;

interface Duplicate {
  /** Both as `path:first-last`. */
  places: [string, string];
  lines: number;
}

/** A shape in more places than this is a language construct or a convention, not a copy. */
const maxPlaces = 8;

/** An entry of a list or a table: a name or a literal, alone or as the value of a property. */
const entry =
  /^(_ (QuestionToken )?ColonToken )?(_|(String|Number|Boolean|True|False|Null)Keyword)( DotToken _)*( (Comma|Semicolon)Token)?$/;

/**
 * Returns pairs of locations that share at least eight consecutive lines of the same shape. Ignores imports,
 * blank lines and lines of punctuation, and by default entries of tables, because any two lists of eight
 * names have the same shape. `texts` is keyed by path.
 */
export function findDuplicates(
  texts: ReadonlyMap<string, string>,
  { withTables }: { withTables: boolean },
): Duplicate[] {
  const counts = ({ shape }: Line) => withTables || !entry.test(shape);
  const files = [...texts].map(([path, text]) => ({ path, lines: linesOf(text).filter(counts) }));
  const windows = new Map<string, [file: number, line: number][]>();
  for (const [file, { lines }] of files.entries())
    for (let line = 0; line + min <= lines.length; line += 1) {
      const key = lines
        .slice(line, line + min)
        .map(({ shape }) => shape)
        .join('\n');
      windows.set(key, [...(windows.get(key) ?? []), [file, line]]);
    }
  // Consecutive windows on the same diagonal form one run.
  const runs = new Map<string, number[]>();
  for (const places of windows.values()) {
    if (places.length < 2 || places.length > maxPlaces) continue;
    for (const [i, [file, line]] of places.entries())
      for (const [otherFile, otherLine] of places.slice(i + 1)) {
        if (file === otherFile && Math.abs(line - otherLine) < min) continue;
        const diagonal = `${file} ${otherFile} ${otherLine - line}`;
        runs.set(diagonal, [...(runs.get(diagonal) ?? []), line]);
      }
  }
  return [...runs].flatMap(([diagonal, starts]) => {
    const [file = 0, otherFile = 0, distance = 0] = diagonal.split(' ').map(Number);
    const placeOf = (index: number, first: number, last: number) => {
      const { path, lines } = files[index] ?? { path: '', lines: [] };
      return `${path}:${lines[first]?.number ?? 0}-${lines[last]?.number ?? 0}`;
    };
    return consecutive(starts).map(([first, last]) => ({
      places: [
        placeOf(file, first, last + min - 1),
        placeOf(otherFile, first + distance, last + distance + min - 1),
      ] as [string, string],
      lines: last - first + min,
    }));
  });
}

function consecutive(starts: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const start of starts.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && start === run[1] + 1) run[1] = start;
    else runs.push([start, start]);
  }
  return runs;
}

function linesOf(text: string): Line[] {
  const body = text.replace(/^import [^;]*;$/gm, (found) => found.replace(/[^\n]/g, ''));
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true);
  return body.split('\n').flatMap((line, index) => {
    scanner.setText(line);
    const words: string[] = [];
    for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan())
      words.push(isName(kind) ? '_' : ts.SyntaxKind[kind]);
    const isThin = !words.some((word) => word === '_' || word.endsWith('Keyword'));
    return isThin ? [] : [{ number: index + 1, shape: words.join(' ') }];
  });
}

const names = new Set([
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
]);
const isName = (kind: ts.SyntaxKind) => names.has(kind);

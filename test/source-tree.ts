import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A relative import: its file, and whether it is erased when types are stripped. */
interface Import {
  file: string;
  typesOnly: boolean;
}

/** A string literal, with the function that it is an argument of, if any: `from` in `from('social.post')`. */
interface Literal {
  text: string;
  argumentOf: string | undefined;
}

export interface SourceFile {
  /** Relative to the repository's root: `src/social/feed/feed.ts`. */
  path: string;
  lines: number;
  imports: Import[];
  /** Packages imported statically. */
  packages: string[];
  literals: Literal[];
  hasDefaultExport: boolean;
  readsEnvironment: boolean;
  /** Lines of each named function. */
  functionLines: number[];
  /** Whether it declares TypeBox schemas of requests or responses. */
  declaresShapes: boolean;
}

const folders = ['src', 'browser', 'scripts', 'bench', 'test'];

/** Parses every TypeScript file of the repository. */
export function getSourceTree(): SourceFile[] {
  return globSync(folders.map((folder) => `${folder}/**/*.ts`))
    .sort()
    .map(parseSource);
}

function parseSource(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const file: SourceFile = {
    path,
    lines: text.split('\n').length - 1,
    imports: [],
    packages: [],
    literals: [],
    hasDefaultExport: false,
    readsEnvironment: false,
    functionLines: [],
    declaresShapes: false,
  };
  const visit = (node: ts.Node): void => {
    const target = importIn(node);
    if (target?.file === 'typebox' && !target.typesOnly) file.declaresShapes = true;
    if (target?.file.startsWith('.'))
      file.imports.push({ ...target, file: join(dirname(path), target.file) });
    else if (target && !target.typesOnly) file.packages.push(target.file);
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node))
      file.literals.push({ text: node.text, argumentOf: calleeOf(node) });
    if (isNamedFunction(node)) file.functionLines.push(node.getText().split('\n').length);
    if (isDefaultExport(node)) file.hasDefaultExport = true;
    if (ts.isPropertyAccessExpression(node) && node.getText() === 'process.env') file.readsEnvironment = true;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return file;
}

function importIn(node: ts.Node): Import | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
    return {
      file: node.moduleSpecifier.text,
      typesOnly:
        node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
        onlyTypesIn(node.importClause?.namedBindings),
    };
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
    return { file: node.moduleSpecifier.text, typesOnly: node.isTypeOnly };
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [name] = node.arguments;
    // A dynamic import happens after both files are loaded, so a cycle is harmless.
    if (name && ts.isStringLiteral(name)) return { file: name.text, typesOnly: true };
  }
  return undefined;
}

function onlyTypesIn(bindings: ts.NamedImportBindings | undefined): boolean {
  return (
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}

function calleeOf({ parent }: ts.Node): string | undefined {
  if (!ts.isCallExpression(parent)) return undefined;
  return ts.isPropertyAccessExpression(parent.expression)
    ? parent.expression.name.text
    : parent.expression.getText();
}

const isNamedFunction = (node: ts.Node) =>
  ts.isFunctionDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  (ts.isArrowFunction(node) && ts.isVariableDeclaration(node.parent));

const isDefaultExport = (node: ts.Node) =>
  (ts.isExportAssignment(node) && !node.isExportEquals) ||
  (ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword));

/** Returns a file and its static imports in loading order. */
export function loadedWith(path: string, files: readonly SourceFile[]): SourceFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const loaded = new Set<SourceFile>();
  const visit = (file: SourceFile | undefined) => {
    if (!file || loaded.has(file)) return;
    loaded.add(file);
    for (const { file: path, typesOnly } of file.imports) if (!typesOnly) visit(byPath.get(path));
  };
  visit(byPath.get(path));
  return [...loaded];
}

/** Returns the first runtime import cycle, as a list that ends where it starts. */
export function findCycle(files: readonly SourceFile[]): string[] | undefined {
  const importsOf = new Map(
    files.map(({ path, imports }) => [path, imports.filter(({ typesOnly }) => !typesOnly)]),
  );
  const finished = new Set<string>();
  const visit = (path: string, trail: string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (finished.has(path)) return undefined;
    for (const { file } of importsOf.get(path) ?? []) {
      const cycle = visit(file, [...trail, path]);
      if (cycle) return cycle;
    }
    finished.add(path);
    return undefined;
  };
  for (const { path } of files) {
    const cycle = visit(path, []);
    if (cycle) return cycle;
  }
  return undefined;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvHead } from './csv-head.ts';

test('reads the separator of a CSV file', () => {
  for (const [start, delimiter, skipped] of [
    ['a,b;c,d\n', ',', 0],
    ['a;b\n1,2,3', ';', 0],
    ['a\tb\n', '\t', 0],
    ['"a;b;c",d\n', ',', 0],
    ['\uFEFFa;b', ';', 0],
    ['sep=;\na,b,c\n', ';', 6],
    ['\uFEFFsep=;\r\na', ';', 8],
    ['SEP=,\ra', ',', 6],
    ['"sep=|"\na', '|', 8],
    ['sep=\t\na', '\t', 6],
    ['sep=a\nb;c', ',', 0],
    ['', ',', 0],
  ] as const)
    assert.deepEqual(csvHead(start, [',', ';', '\t']), { delimiter, skipped }, JSON.stringify(start));
});

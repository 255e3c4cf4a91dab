import assert from 'node:assert/strict';
import { test } from '../../test/app.ts';
import { runWithDefaults } from '../../test/toolkit/run-with-defaults.ts';
import { Problem } from '../kernel/problem.ts';

// Data tools change the form of data and never the data. What a format cannot hold is rejected.

const big = '12345678901234567890';
const odd = `{"b":${big},"a":1.10,"2":1e400,"1":-0,"a2":"\\u00e9","__proto__":{"x":1},"n":0.10000000000000000555}`;

/** [tool, input, a part of the output, or the message of the refusal] */
const rows: readonly [string, Record<string, unknown>, string | RegExp][] = [
  ['json-minifier', { json: odd }, odd],
  ['json-minifier', { json: '\ufeff{ "a": 1, "a": 2 }' }, '{"a":1,"a":2}'],
  ['json-formatter', { json: odd, indent: 'none' }, odd],
  ['json-formatter', { json: '[1.0,{}, [ ]]' }, '[\n  1.0,\n  {},\n  []\n]'],
  ['json-formatter', { json: '{"10":1,"9":2,"b":1e400}', sortKeys: true, indent: 'none' }, '{"10":1,"9":2,"b":1e400}'],
  ['json-formatter', { json: '{a:1}' }, /JSON/],
  ['jsonl-to-json', { text: `{"a":${big}}\n{"a":1.10}` }, `"a": ${big}\n  },\n  {\n    "a": 1.10`],
  ['jsonl-to-json', { text: `[{"a":${big}}, 1.10]`, mode: 'list to lines' }, `{"a":${big}}\n1.10`],
  ['json-flattener', { json: odd }, `"b": ${big},\n  "a": 1.10,\n  "2": 1e400,\n  "1": -0`],
  ['json-flattener', { json: odd }, '"__proto__.x": 1'],
  ['json-flattener', { json: '{"a.b":1,"a":{"b":2}}' }, /named/],
  ['json-diff', { before: `[${big},1.0,1e2]`, after: '[12345678901234567891,1,100]' }, '[{"path":"/0","kind":"changed"'],
  ['json-diff', { before: '1.10', after: '1.1' }, '"isEqual":true'],
  ['json-to-csv', { json: `[{"zip":"01234","id":${big},"p":1.10,"f":"=1+1","l":"a\\nb"}]` }, `zip,id,p,f,l\n01234,${big},1.10,=1+1,"a\nb"\n`],
  ['json-to-csv', { json: '[{"2":1,"1":2,"__proto__":3}]' }, '2,1,__proto__\n1,2,3\n'],
  ['json-to-yaml', { json: `{"b":${big},"a":1.10,"2":1e400,"1":"no","d":"2026-01-01","z":"012","t":true}` }, `b: ${big}\na: 1.10\n"2": 1e400\n"1": "no"\nd: "2026-01-01"\nz: "012"\nt: true\n`],
  ['json-to-yaml', { json: '{"a":1,"a":2}' }, /twice/],
  ['json-to-toml', { json: '{"a":9007199254740993,"b":1.10,"c":1.0,"s":"x"}' }, 'a = 9007199254740993\nb = 1.10\nc = 1.0\ns = "x"\n'],
  ['json-to-toml', { json: `{"a":${big}}` }, /TOML cannot hold the number/],
  ['json-to-toml', { json: '{"a":1e400}' }, /TOML cannot hold the number/],
  ['json-to-toml', { json: '{"a":null}' }, /TOML cannot hold null/],
  ['json-to-xml', { json: `{"r":{"n":${big},"p":1.10,"s":" x "}}` }, `<r>\n  <n>${big}</n>\n  <p>1.10</p>\n  <s> x </s>\n</r>\n`],
  ['json-to-xml', { json: '{"a b":1}' }, /not a name/],
  ['json-to-xml', { json: '{"r":{"1a":1}}' }, /not a name/],
  ['json-to-xml', { json: '{"r":{"a":"\\u0001"}}' }, /forbids/],
  ['json-to-xml', { json: '{"a":1,"b":2}' }, '<root>\n  <a>1</a>\n  <b>2</b>\n</root>\n'],
  ['json-to-xml', { json: '{"r":{"@_t":"a\\"b","#text":"<"}}' }, '<r t="a&quot;b">&lt;</r>\n'],
  ['json-to-typescript', { json: '{"2":1,"1":"a"}' }, '"2": number;\n  "1": string;'],
  ['json-schema-generator', { json: `{"2":${big},"1":1.5}` }, '"2": {\n      "type": "integer"\n    },\n    "1": {\n      "type": "number"'],
  ['json-to-query-string', { json: `{"a":${big},"b":1.10}` }, `a=${big}&b=1.10`],
  ['jmespath-tester', { json: `[${big}]`, expression: '[0]' }, /more digits/],
  ['json-schema-validator', { json: '1e400', schema: '{}' }, /more digits/],
  ['json5-to-json', { json5: `{b: +${big}, a: 1.10, '2': 1e400, "1": -0, \\u0061b: .50, __proto__: 5.}` }, `"b": ${big},\n  "a": 1.10,\n  "2": 1e400,\n  "1": -0,\n  "ab": 0.50,\n  "__proto__": 5`],
  ['json5-to-json', { json5: '{a: 1, "b": {a: 2}, \'a\': 3}' }, /“a” appears twice/],
  ['json5-to-json', { json5: '{a: 1, \\u0061: 3}' }, /“a” appears twice/],
  ['json5-to-json', { json5: '[0xFFFFFFFFFFFFFFFFFF, -0x10, "a//b", /* {a:1} */ {}, [],]' }, '4722366482869645213695,\n  -16,\n  "a//b",\n  {},\n  []\n]'],
  ['json5-to-json', { json5: '{a: -Infinity}' }, /Infinity/],
  ['json5-to-json', { json5: '{a: NaN}' }, /NaN/],
  ['json5-to-json', { json5: `{a: "${big}", /* ${big} */ b: 0x10, c: .5, d: 5.}` }, '"b": 16,\n  "c": 0.5,\n  "d": 5'],
  ['yaml-to-json', { yaml: `b: ${big}\na: 1.10\n2: 1e400\n1: no\nd: 2026-01-01\nz: 012\no: 0o17` }, `"b": ${big},\n  "a": 1.10,\n  "2": 1e400,\n  "1": "no",\n  "d": "2026-01-01",\n  "z": "012",\n  "o": 15`],
  ['yaml-to-json', { yaml: 'a: &x [1.10]\nb: *x' }, '"b": [\n    1.10\n  ]'],
  ['yaml-to-json', { yaml: 'a: .inf' }, /JSON has no/],
  ['yaml-to-json', { yaml: 'a: 1\na: 2' }, /unique/i],
  ['yaml-to-toml', { yaml: 'a: 9007199254740993\nb: 1.10\nz: 01234' }, 'a = 9007199254740993\nb = 1.10\nz = "01234"\n'],
  ['yaml-formatter', { yaml: `# top\na:   ${big} # why\nb:   &x {c:   1.10}\nd: *x\ne: 012\nf: no\ng: 'q'\nh: 1e400\ni:\nj: ~\nk: 2026-01-01\n` }, `# top\na: ${big} # why\nb: &x {c: 1.10}\nd: *x\ne: 012\nf: no\ng: 'q'\nh: 1e400\ni:\nj: ~\nk: 2026-01-01\n`],
  ['yaml-formatter', { yaml: 'a: 1\n---\nb:   2\n' }, 'a: 1\n---\nb: 2\n'],
  ['toml-to-json', { toml: 'a = 9223372036854775807\nb = 1.0\nd = 1979-05-27T07:32:00Z\nl = 1979-05-27' }, '"a": 9223372036854775807,\n  "b": 1.0,\n  "d": "1979-05-27T07:32:00.000Z",\n  "l": "1979-05-27"'],
  ['toml-to-json', { toml: 'a = inf' }, /infinity/],
  ['toml-to-json', { toml: 'a = 0.10000000000000000555' }, /more digits/],
  ['toml-to-json', { toml: 'a = 9007199254740993.0' }, /more digits/],
  ['toml-to-json', { toml: 'a = 07:32:00.999999' }, /more digits/],
  ['toml-to-json', { toml: 'd = 1979-05-27T00:32:00.999999-07:00' }, /more digits/],
  ['toml-to-json', { toml: 'a = "0.10000000000000000555" # 0.10000000000000000555\nb = 1.10\nc = 0xff\nd = 1_000\n3.14159265358979323846 = 1' }, '"b": 1.1,\n  "c": 255,\n  "d": 1000'],
  ['xml-to-json', { xml: '<r><zip>01234</zip><n>1.10</n><s> x </s><t>true</t><e> </e></r>' }, '"zip": "01234",\n    "n": "1.10",\n    "s": " x ",\n    "t": "true",\n    "e": " "'],
  ['xml-to-json', { xml: '\ufeff<a>\n  <b c="01"><![CDATA[ <x> ]]></b>\n</a>' }, '"#text": " <x> "'],
  ['xml-to-json', { xml: '<r><p>a <b>b</b> c</p><p>d</p></r>' }, '"notes":["The order of text and elements in <p> is not kept"]'],
  ['xml-to-json', { xml: '<r><a>1</a><b/><a>2</a><c/></r>' }, '"notes":["The order of the elements in <r> is not kept"]'],
  ['xml-to-json', { xml: '<r>\n  <a>1</a>\n  <a><![CDATA[2]]></a><!-- x --><b/>\n</r>' }, '"notes":["Comments and processing instructions are left out"]'],
  ['xml-to-json', { xml: '<?xml version="1.0"?><r x="1"><a>1</a><a>2</a><b/></r>' }, '"notes":[]'],
  ['xml-formatter', { xml: '<?xml version="1.0"?><!-- c --><r b="2" a="1"><zip>01234</zip><s> x </s><p>a <b>b</b> c</p><d><![CDATA[<]]></d><e/><f></f></r>' }, '<?xml version="1.0"?>\n<!-- c -->\n<r b="2" a="1">\n  <zip>01234</zip>\n  <s> x </s>\n  <p>a <b>b</b> c</p>\n  <d><![CDATA[<]]></d>\n  <e/>\n  <f></f>\n</r>'],
  ['xml-formatter', { xml: '<r>\n  <a> x </a>\n  <b x="a > b">&lt;&#10;</b>\n</r>', minify: true }, '<r><a> x </a><b x="a > b">&lt;&#10;</b></r>'],
  ['csv-to-json', { csv: 'a,a,a_2\n1,2,3,4' }, '"a": 1,\n    "a_3": 2,\n    "a_2": 3,\n    "column_4": 4'],
  ['csv-to-json', { csv: '\ufeffzip,id,p,n,q\n01234,12345678901234567890,1.10,-0,"a\n""b"""' }, `"zip": "01234",\n    "id": "${big}",\n    "p": 1.10,\n    "n": -0,\n    "q": "a\\n\\"b\\""`],
  ['csv-to-json', { csv: '__proto__,2,1\nx,y,z' }, '"__proto__": "x",\n    "2": "y",\n    "1": "z"'],
  ['csv-to-markdown', { csv: 'a\n"x\ny"' }, '| x<br>y |'],
  ['query-string-to-json', { query: '2=a&1=b&__proto__=c' }, '"2": "a",\n  "1": "b",\n  "__proto__": "c"'],
  ['jwt-generator', { payload: `{"id":${big},"p":1.10}`, secret: 's' }, Buffer.from(`{"id":${big},"p":1.10}`).toString('base64url')],
  ['jwt-decoder', { token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(`{"id":${big},"p":1.10}`).toString('base64url')}.` }, `"payload":{"id":${big},"p":1.10}`],
  ['jwt-decoder', { token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"b":1.10,"2":1,"1":2}').toString('base64url')}.` }, '{"b":1.10,"2":1,"1":2}'],
  ['hashtag-extractor', { text: '＃東京、#می‌خواهم (#one/#two) &#39; C# https://a.example/#x `#code`' }, '"found":["＃東京","#می‌خواهم","#one","#two"]'],
  ['mention-extractor', { text: '＠ada and @bob_k, not ben@example.org or @ben@social.example' }, '"found":["＠ada","@bob_k"]'],
]; // prettier-ignore

test('data stays as it is written, or is rejected', async (app) => {
  const wrong: string[] = [];
  for (const [slug, given, expected] of rows) {
    const found = await runWithDefaults(app, slug, given).then(
      (output) => `${Object.values(output).map(String).join('\n')}\n${JSON.stringify(output)}`,
      (error: unknown) => {
        if (error instanceof Problem && error.kind === 'invalid' && error.code !== 'tool_failed')
          return error;
        return `failed: ${String(error)} ${String((error as Error).cause)}`;
      },
    );
    const isRight =
      typeof expected === 'string'
        ? typeof found === 'string' && found.includes(expected)
        : found instanceof Error && expected.test(found.message);
    if (!isRight)
      wrong.push(`${slug} ${JSON.stringify(given)}\n  ${String(found)}\n  expected ${String(expected)}`);
  }
  assert.equal(wrong.join('\n\n'), '');
});

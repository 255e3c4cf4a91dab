// Draws SVG files of strangers that cost much, or refer to what is outside of them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanSvg } from '../../src/toolkit/encodings/markup/clean-svg.ts';
import { findTool } from '../../src/toolkit/catalog/find-tool.ts';
import { runTool } from '../../src/toolkit/run-tool.ts';
import { test } from '../app.ts';

const svg = (inner: string, side = 4900) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${side}" height="${side}">${inner}</svg>`;

const primitives: Readonly<Record<string, string>> = {
  feBlend: 'in2="SourceGraphic" mode="multiply"',
  feColorMatrix: 'type="hueRotate" values="90"',
  feComponentTransfer: '',
  feComposite: 'in2="SourceGraphic" operator="arithmetic" k1="1"',
  feConvolveMatrix: `order="15" kernelMatrix="${'1 '.repeat(225).trim()}"`,
  feDiffuseLighting: 'surfaceScale="9"',
  feDisplacementMap: 'in2="SourceGraphic" scale="900"',
  feDropShadow: 'stdDeviation="400"',
  feFlood: 'flood-color="red"',
  feGaussianBlur: 'stdDeviation="400"',
  feImage: 'href="file:///etc/passwd"',
  feMerge: '',
  feMorphology: 'operator="dilate" radius="400"',
  feOffset: 'dx="9"',
  feSpecularLighting: 'specularExponent="20"',
  feTile: '',
  feTurbulence: 'baseFrequency="0.05" numOctaves="99"',
};

/** Ways to use a filter. */
const uses: Readonly<Record<string, (filter: string) => string>> = {
  'an attribute': (filter) => `<defs>${filter}</defs><rect filter="url(#f)" width="100%" height="100%"/>`,
  'a style': (filter) => `${filter}<rect style="fill:red;filter:url(#f)" width="100%" height="100%"/>`,
  'a style sheet': (filter) =>
    `${filter}<style>rect{filter:url(#f)}</style><rect width="100%" height="100%"/>`,
  'an escaped style sheet': (filter) =>
    `${filter}<style>rect{f\\69lter:url(#f)}</style><rect width="100%" height="100%"/>`,
  'a prefix': (filter) => `<svg:g filter="url(#f)">${filter}<rect width="100%" height="100%"/></svg:g>`,
  'a nested drawing': (filter) =>
    `<svg><g><svg filter="url(#f)">${filter}<rect width="9" height="9"/></svg></g></svg>`,
  'a pattern': (filter) =>
    `${filter}<pattern id="p" width="1" height="1"><rect filter="url(#f)" width="9" height="9"/></pattern><rect fill="url(#p)" width="100%" height="100%"/>`,
  'a mask': (filter) =>
    `${filter}<mask id="m"><rect filter="url(#f)" width="9" height="9"/></mask><rect mask="url(#m)" width="100%" height="100%"/>`,
  'an unknown element': (filter) => `<x><y>${filter}</y></x><rect filter="url(#f)" width="9" height="9"/>`,
  'foreign content': (filter) =>
    `<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml" style="filter:blur(9px)">${filter}</body></foreignObject>`,
};

describe('a drawing of a stranger', () => {
  for (const [name, attributes] of Object.entries(primitives))
    it(`is drawn without ${name}`, async () => {
      for (const [place, create] of Object.entries(uses)) {
        const clean = await cleanSvg(svg(create(`<filter id="f"><${name} ${attributes}/></filter>`)));
        assert.ok(clean, place);
        assert.doesNotMatch(clean, /filter|<fe|foreignObject|blur/i, place);
      }
    });

  const outside: Readonly<Record<string, string>> = {
    'a file': '<image href="file:///etc/passwd"/>',
    'a file with spaces before': '<image href=" \n file:///etc/passwd"/>',
    'a relative file': '<use href="../a.svg#b"/>',
    'a host': '<image xlink:href="http://127.0.0.1:1/a.png"/>',
    'a host without a scheme': '<image href="//127.0.0.1/a.png"/>',
    'a drawing in a drawing': '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
    'a paint server of a host': '<rect fill="url(http://127.0.0.1/a.svg#b)"/>',
    'a paint server in quotes': '<rect fill="url( \'http://127.0.0.1/a.svg#b\')"/>',
    'a style': '<rect style="fill:url(http://127.0.0.1/a)"/>',
    'a style sheet': '<style>@import "http://127.0.0.1/a";</style>',
    'a font': '<style>@font-face{font-family:a;src:url(http://127.0.0.1/a)}</style>',
    'a script': '<script href="http://127.0.0.1/a"/>',
    'an event': '<rect onload="fetch(\'http://127.0.0.1/a\')"/>',
    'an animation': '<set attributeName="href" to="http://127.0.0.1/a"/>',
    'an instruction': '<?xml-stylesheet href="http://127.0.0.1/a"?>',
  };
  for (const [what, inner] of Object.entries(outside))
    it(`is drawn without ${what}`, async () => {
      const clean = (await cleanSvg(svg(inner))) ?? '';
      assert.doesNotMatch(clean, /127\.0\.0\.1|passwd|a\.svg|svg\+xml/i);
    });

  it('has no entities', async () => {
    const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`);
    const source = `<!DOCTYPE svg [<!ENTITY e0 "ha"><!ENTITY x SYSTEM "file:///etc/passwd">${laughs.join('')}]>${svg('<text>&e9;&x;</text>')}`;
    const clean = (await cleanSvg(source)) ?? '';
    assert.ok(clean.length < source.length * 2);
    assert.doesNotMatch(clean, /ENTITY|DOCTYPE|passwd/);
  });
});

/** Each element draws ten of the one before it. */
const multiplied: Readonly<Record<string, (n: number) => string>> = {
  use: (n) => `<g id="a${n}">${`<use xlink:href="#a${n - 1}" x="1"/>`.repeat(10)}</g>`,
  symbol: (n) => `<symbol id="a${n}">${`<use href="#a${n - 1}" x="1"/>`.repeat(10)}</symbol>`,
  pattern: (n) =>
    `<pattern id="a${n}" width=".1" height=".1"><rect fill="url(#a${n - 1})" width="4900" height="4900"/></pattern>`,
  mask: (n) =>
    `<mask id="a${n}">${`<rect mask="url(#a${n - 1})" width="4900" height="4900"/>`.repeat(10)}</mask>`,
  clipPath: (n) =>
    `<clipPath id="a${n}" clip-path="url(#a${n - 1})"><rect width="4900" height="4900"/></clipPath>`,
  marker: (n) =>
    `<marker id="a${n}" markerWidth="99" markerHeight="99"><path marker-mid="url(#a${n - 1})" d="M0 0${'L9 9'.repeat(99)}"/></marker>`,
};

for (const [element, create] of Object.entries(multiplied))
  test(`ends a drawing that multiplies by ${element}, or draws it in time`, async (app) => {
    const found = await findTool('svg-to-png');
    assert.ok(found);
    const levels = Array.from({ length: 9 }, (_, n) => create(n + 1));
    const last = `<use href="#a9"/><path marker-mid="url(#a9)" d="M0 0${'L9 9'.repeat(99)}"/>`;
    const fill = `<rect fill="url(#a9)" mask="url(#a9)" clip-path="url(#a9)" width="4900" height="4900"/>`;
    const drawing = svg(`<rect id="a0" width="9" height="9"/>${levels.join('')}${last}${fill}`);
    const config = { ...app.config, TOOL_SECONDS: 2 };
    const image = Buffer.from(drawing).toString('base64');
    const turn = { class: 'free', owner: 'drawings' } as const;
    const ended = await runTool({ ...app, config }, found, { image, quality: 80 }, turn).then(
      () => 200,
      (error: unknown) => (error as { status?: number }).status,
    );
    assert.ok(ended === 200 || ended === 400 || ended === 422, String(ended));
  });

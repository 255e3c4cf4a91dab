import { readMarkup } from '../../../platform/sandbox/markup.ts';

const maxElements = 20_000;

/** What draws. Everything else is left out: filters, scripts, foreign content, animations and metadata. */
const drawing = new Set([
  'svg', 'g', 'defs', 'symbol', 'use', 'switch', 'a', 'title', 'desc', 'style', 'image', 'view',
  'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon',
  'text', 'tspan', 'textPath',
  'linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'pattern', 'marker',
]); // prettier-ignore

const references = new Set(['href', 'xlink:href', 'src']);
const embedded = /^data:image\/(?:png|jpeg|webp|gif);base64,/i;

/**
 * Returns an SVG drawing without filters, which can take minutes, and without references to anything outside
 * of the drawing. Returns undefined if it is not SVG, or too complex.
 */
export async function cleanSvg(source: string): Promise<string | undefined> {
  const parts: string[] = [];
  /** Depth inside an element that is left out. */
  let left = 0;
  let elements = 0;
  let isStyle = false;
  const isWhole = await readMarkup(
    source,
    {
      onopentag: (written, attributes) => {
        const name = written.replace(/^svg:/, '');
        elements += 1;
        if (left > 0 || !drawing.has(name)) return void (left += 1);
        isStyle = name === 'style';
        const kept = Object.entries(attributes).filter(([key, value]) => isSafe(name, key, value));
        parts.push(`<${name}${kept.map(([key, value]) => ` ${key}="${escape(value)}"`).join('')}>`);
      },
      ontext: (text) => {
        if (left > 0) return;
        parts.push(isStyle ? escape(safeStyle(text)) : escape(text));
      },
      onclosetag: (written) => {
        if (left > 0) return void (left -= 1);
        isStyle = false;
        parts.push(`</${written.replace(/^svg:/, '')}>`);
      },
    },
    { xmlMode: true },
  );
  const isDrawing = parts.some((part) => part.startsWith('<svg'));
  return isWhole && isDrawing && elements <= maxElements ? parts.join('') : undefined;
}

function isSafe(element: string, name: string, value: string): boolean {
  if (!/^[a-z_][\w:.-]*$/i.test(name) || /^on/i.test(name) || name === 'filter') return false;
  if (references.has(name))
    return value.trim().startsWith('#') || (element === 'image' && embedded.test(value.trim()));
  if (name === 'style') return safeStyle(value) === value;
  return !/url\s*\(\s*(?!\s*['"]?\s*#)/i.test(value);
}

/** Returns the style, or nothing if it has filters, or refers to something outside. */
const safeStyle = (text: string) =>
  // Escapes could hide the words.
  /\\|filter|@import|url\s*\(\s*(?!\s*['"]?\s*#)/i.test(text) ? '' : text;

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

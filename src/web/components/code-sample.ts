import { t } from '../translation/translate.ts';
import { html, trusted, escape, type Html } from '../html.ts';
import { copyButton } from './controls.ts';

const pieces =
  /(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<note>^#.*$)|(?<number>(?<![\w:/.-])\d+(?:\.\d+)?\b)|(?<word>^HTTP\/.*$|\b(?:curl|GET|POST|PUT|DELETE|true|false|null)\b|(?<=\s)-{1,2}[a-zA-Z-]+)/gm;

/** A shell command or a response, with syntax highlighting. */
export function codeSample(options: { title: string; code: string; copy?: boolean }): Html {
  const { title, code, copy = true } = options;
  return html`<figure class="code-sample">
    <figcaption><span>${title}</span>${copy && copyButton(code, t('Copy the code'))}</figcaption>
    <pre dir="ltr" tabindex="0"><code>${trusted(colour(code))}</code></pre>
  </figure>`;
}

function colour(code: string): string {
  let text = '';
  let end = 0;
  for (const match of code.matchAll(pieces)) {
    const { string, note, number } = match.groups ?? {};
    const kind = string ? 'string' : note ? 'note' : number ? 'number' : 'word';
    text += `${escape(code.slice(end, match.index))}<span class="code-${kind}">${escape(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return text + escape(code.slice(end));
}

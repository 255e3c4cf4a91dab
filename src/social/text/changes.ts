import { diffWordsWithSpace } from 'diff';
import { html, type Html, trusted } from '../../web/html.ts';
import { ofText } from './prepared.ts';

/** Texts with more edits than this are shown one after the other instead of as a diff, which would take too long. */
const maxEdits = 400;
/** Characters of a passage that did not change. The middle of a longer one is left out. */
const longestSame = 2000;
/** Characters of a version. A page has many. */
const longestShown = 20_000;

/** Between the versions of a text. No stored text contains it. */
const separator = '\0';

/** The former and the present version as one text, for `changesIn`. Without a former one, there is nothing to compare. */
export const versionsOf = (before: string | undefined, after: string): string =>
  before === undefined || before === after ? after : `${before}${separator}${after}`;

/** What changed between two versions, as HTML. */
export const changesIn = ofText('changesIn', 3, (versions): string => {
  const [before = '', after] = versions.split(separator);
  if (after === undefined) return html`${shortened(before, longestShown)}`.text;
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxEdits, timeout: 100 });
  if (!parts) return oneAfterTheOther(before, after);
  const shown: Html[] = [];
  let left = longestShown;
  for (const { added, removed, value } of parts) {
    const text = shortened(value, Math.min(left, added || removed ? longestShown : longestSame));
    shown.push(added ? html`<ins>${text}</ins>` : removed ? html`<del>${text}</del>` : html`${text}`);
    left -= text.length;
    if (left < 100) {
      shown.push(html` …`);
      break;
    }
  }
  return html`${shown}`.text;
});

/** What changed between two versions. Call `changesIn.call` in `prepareShown` first. */
export const difference = (before: string | undefined, after: string): Html =>
  trusted(changesIn(versionsOf(before, after)));

/** Both versions one after the other, which costs little. */
export const bareChanges = (versions: string): string => {
  const [before = '', after] = versions.split(separator);
  return after === undefined
    ? html`${shortened(before, longestShown)}`.text
    : oneAfterTheOther(before, after);
};

const oneAfterTheOther = (before: string, after: string) =>
  html`<del>${shortened(before, longestShown)}</del> <ins>${shortened(after, longestShown)}</ins>`.text;

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = Math.floor(longest / 2);
  return `${text.slice(0, half)} … ${text.slice(-half)}`.toWellFormed();
}

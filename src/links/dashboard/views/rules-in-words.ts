import { html, type Html } from '../../../web/html.ts';
import { parametersOf, rowsOf, type BuilderState } from '../builder-state.ts';
import { languageName } from '../../clicks/statistics/value-names.ts';

/** What becomes of whoever follows a link, in the order in which it is looked at: each line a sentence. */
export function rulesInWords(state: BuilderState): string[] {
  const { values = {} } = state;
  const lines: (string | false | undefined)[] = [
    values.off && 'It is switched off: visitors are told so.',
    values.expiry &&
      `Until ${values.expiry.replace('T', ' ').slice(0, 16)} (UTC); ${afterwards(values.expiredurl)}.`,
    values.clicklimit && `At most ${values.clicklimit} clicks; ${afterwards(values.expiredurl)}.`,
    (Boolean(values.password) || (values.locked === 'on' && !values.nopassword)) &&
      'Visitors are asked for a password.',
    ...rowsOf(state, 'geo').map(
      ({ location, region, link }) =>
        `From ${[region, location].filter(Boolean).join(', ')}: to ${shorten(link)}`,
    ),
    ...rowsOf(state, 'device').map(({ device, link }) => `On ${device}: to ${shorten(link)}`),
    values.apple && `On iPhones and iPads: to the App Store, ${shorten(values.apple)}`,
    values.google && `On Android: to Google Play, ${shorten(values.google)}`,
    ...rowsOf(state, 'language').map(
      ({ language, link }) => `Who reads ${languageName(language)}: to ${shorten(link)}`,
    ),
    ...rowsOf(state, 'variant').map(
      ({ name, weight, link }) => `${weight || '?'} of 100 get “${name}”: to ${shorten(link)}`,
    ),
    `Everybody else: to ${values.url ? shorten(values.url) : 'the long address'}`,
    wayInWords(values.type ?? 'direct', values.redirectstatus ?? '302'),
    parametersOf(state).length > 0 &&
      `Added to the address: ${parametersOf(state)
        .map(({ name, value }) => `${name}=${value}`)
        .join('&')}`,
    values.passquery && 'The query of the short address is passed on.',
    (state.lists.pixel ?? []).length > 0 &&
      `${state.lists.pixel?.length} ${state.lists.pixel?.length === 1 ? 'pixel is' : 'pixels are'} fired on the way.`,
  ];
  return lines.filter((line): line is string => typeof line === 'string' && line !== '');
}

const afterwards = (address: string | undefined) =>
  address?.trim() ? `afterwards to ${shorten(address)}` : 'afterwards a page says that it is over';

const shorten = (address: string) => {
  const text = address.trim().replace(/^https?:\/\/(www\.)?/, '');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

function wayInWords(way: string, status: string): string | false {
  if (way === 'frame') return 'The page is shown in a frame below a bar of yours.';
  if (way === 'splash' || /^\d+$/.test(way)) return 'A splash page comes first.';
  if (way.startsWith('overlay')) return 'The page is shown with your overlay on it.';
  return status !== '302' && status !== '' && `Redirected with status ${status}.`;
}

export const ruleList = (state: BuilderState): Html =>
  html`<ol class="rule-list">
    ${rulesInWords(state).map((line) => html`<li>${line}</li>`)}
  </ol>`;

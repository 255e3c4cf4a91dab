import { html, type Html } from '../../../web/html.ts';

/** The first letter of a website. Loading its icon would reveal the viewer to the website. */
export function siteInitial(host: string): Html {
  const name = host.replace(/^www\./, '');
  const hue = Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6;
  return html`<span class="link-initial" data-hue="${hue}" aria-hidden="true"
    >${name.slice(0, 1).toUpperCase()}</span
  >`;
}

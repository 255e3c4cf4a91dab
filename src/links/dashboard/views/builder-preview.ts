import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { icon } from '../../../web/components/icon.ts';
import { html, type Html } from '../../../web/html.ts';
import type { BuilderState } from '../builder-state.ts';
import { ruleList } from './describe-rules.ts';

export interface PreviewParts {
  hopUrl: string;
  state: BuilderState;
  /** Availability of the alias. Undefined: no alias was entered. */
  alias: AliasState | undefined;
}

export type AliasState = { isFree: true } | { isFree: false; reason: string };

/** A preview of the form's result: the short URL, the card when shared, and the rules. */
export function builderPreview({ hopUrl, state, alias }: PreviewParts): Html {
  const { values = {} } = state;
  const base = orElse(values.domain, hopUrl).replace(/^https?:\/\//, '');
  return html`<section class="preview-part">
      <h2>Short URL</h2>
      <p class="preview-short">
        <bdi dir="ltr"><span>${base}/</span><b>${orElse(values.custom, '·····')}</b></bdi>
      </p>
      ${alias && aliasWord(alias)}
    </section>
    <section class="preview-part">
      <h2>Social preview</h2>
      ${socialCard(state, base)}
    </section>
    <section class="preview-part">
      <h2>Redirect</h2>
      ${ruleList(state)}
    </section>`;
}

const orElse = (text: string | undefined, other: string) => (text?.trim() ? text.trim() : other);

const aliasWord = (alias: AliasState): Html =>
  html`<p role="status">
    ${alias.isFree ? badge(t('Available'), 'success', 'check') : html`${badge(t('Not available'), 'danger')} ${alias.reason}`}
  </p>`;

function socialCard({ values = {} }: BuilderState, base: string): Html {
  const image = /^https:\/\//i.test(values.metaimage ?? '') ? values.metaimage : undefined;
  const title = orElse(values.previewtitle, orElse(values.metatitle, t('The title of the page')));
  return html`<div class="social-card">
    ${
      image
        ? html`<img src="${image}" alt="" loading="lazy" referrerpolicy="no-referrer" />`
        : html`<div class="social-card-blank">${icon('image')}</div>`
    }
    <div class="social-card-text">
      <p class="social-card-site">${base.split(':')[0]}</p>
      <p class="social-card-title">${title}</p>
      <p class="social-card-description">${orElse(values.previewdescription, t('Page description'))}</p>
    </div>
  </div>`;
}

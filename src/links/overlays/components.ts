import { formatPercent, t } from '../../web/translation/translate.ts';
import { button, copyButton, icon } from '../../web/components/controls.ts';
import { checkbox, radioGroup } from '../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../web/form.ts';
import { attributes, html, type Html, type View } from '../../web/html.ts';
import { continueLink, destinationFrame, noindexHead } from '../custom-pages/components.ts';
import { colorRule, nameOfDestination } from '../custom-pages/input.ts';
import type { FollowedLink } from '../redirect/followed.ts';
import type { Votes } from './answers.ts';
import type { Overlay, OverlayContent } from './overlay.ts';

interface OverlayPage {
  /** Whether the destination is shown in a frame. */
  isFramed: boolean;
  /** Shows a placeholder instead of the destination. */
  isPreview?: boolean;
  box: BoxState;
  /** Content below the overlay. */
  below: Html;
}

/** Shows the owner's overlay on top of the destination, or before a link to it if it cannot be framed. */
export function overlayView(
  followed: Pick<FollowedLink, 'title' | 'to' | 'hidesReferrer'>,
  overlay: Pick<Overlay, 'kind' | 'content'>,
  { isFramed, isPreview = false, box, below }: OverlayPage,
): View {
  const { to } = followed;
  const title = followed.title || nameOfDestination(to);
  const { colors } = overlay.content;
  return {
    shape: 'bare',
    title,
    ...(colors && { css: colorRule('.box', colors) }),
    head: noindexHead,
    scripts: ['interstitials/frame.ts'],
    body: html`<main class="${isFramed ? 'covered' : 'covered alone'}" id="main">
        <h1 class="visually-hidden">${title}</h1>
        ${isPreview ? anyPage : isFramed && destinationFrame(followed, title)} ${overlayBox(overlay, box)}
        ${
          !isFramed &&
          html`<div class="covered-way">
            <p>This link goes to <strong>${nameOfDestination(to)}</strong></p>
            ${continueLink(to, t('Continue'), 'quiet')}
          </div>`
        }
      </main>
      ${below}`,
  };
}

const anyPage: Html = html`<div class="any-page" aria-hidden="true">
  <i></i><i></i><i></i><i></i><i></i>
</div>`;

const answerAddress = '/overlay/answer';

interface BoxState {
  /** URL of the picture, if any. */
  picture: string | null;
  /** Sealed page state that the form sends. Blank in previews. */
  sealed: string;
  form: FormState;
  /** Set after submission, with the poll results if they are shown. */
  sent?: { votes: readonly Votes[] } | undefined;
}

/** The overlay: a dialog that is initially open and can be closed without scripts. */
function overlayBox({ kind, content }: Pick<Overlay, 'kind' | 'content'>, state: BoxState): Html {
  const { corner, isDismissible, title } = content;
  const name = title || content.pictureText;
  return html`<dialog class="box" open ${attributes({ 'data-corner': corner, 'aria-label': name })}>
    ${
      isDismissible &&
      html`<form class="box-close" method="dialog">
        <button type="submit" aria-label="Close">${icon('x')}</button>
      </form>`
    }
    ${kind === 'image' ? picture(content, state) : html`<div class="box-body">${inside(kind, content, state)}</div>`}
  </dialog>`;
}

function picture({ address, pictureText }: OverlayContent, { picture }: BoxState): Html {
  // Only previews can have no picture.
  const image = picture
    ? html`<img class="box-picture" src="${picture}" alt="${pictureText}" />`
    : html`<p class="box-picture box-none">${pictureText}</p>`;
  return address === null ? image : html`<a ${attributes({ href: address, ...elsewhere })}>${image}</a>`;
}

const elsewhere = { target: '_blank', rel: 'noopener nofollow' };

function inside(kind: Overlay['kind'], content: OverlayContent, state: BoxState): Html {
  const words = html`<h2>${content.title}</h2>
    ${content.text && html`<p class="box-text">${content.text}</p>`}`;
  if (kind === 'message') return html`${words} ${way(content)}`;
  if (kind === 'coupon')
    return html`${words}
      <p class="box-code"><code>${content.code}</code>${copyButton(content.code, t('Copy the code'))}</p>
      ${way(content)}`;
  return state.sent ? thanks(content, state.sent.votes) : html`${words} ${answerForm(kind, content, state)}`;
}

const way = ({ button: label, address }: OverlayContent): Html | false =>
  address !== null &&
  html`<a class="button primary" ${attributes({ href: address, ...elsewhere })}><span>${label}</span></a>`;

function answerForm(kind: Overlay['kind'], content: OverlayContent, { sealed, form: state }: BoxState): Html {
  const labels = { poll: t('Vote'), newsletter: t('Sign up'), contact: t('Send') } as Partial<
    Record<string, string>
  >;
  return form({
    action: answerAddress,
    state: { ...state, values: {} },
    body: html`<input type="hidden" name="page" value="${sealed}" />
      ${kind === 'poll' ? choices(content, state) : fields(kind, content, state)}
      ${button({ label: content.button || (labels[kind] ?? t('Send')), kind: 'primary' })}`,
  });
}

const choices = ({ choices, title }: OverlayContent, state: FormState): Html =>
  radioGroup({
    ...bind(state)('choice'),
    label: title,
    hideLabel: true,
    choices: choices.map((choice) => ({ value: choice, label: choice })),
  });

function fields(kind: Overlay['kind'], { consent }: OverlayContent, state: FormState): Html {
  const field = bind(state);
  const { value: agreed, ...agree } = field('consent');
  return html`${kind === 'contact' && textField({ ...field('name'), label: t('Your name'), autocomplete: 'name' })}
  ${textField({ ...field('email'), label: t('Your email'), type: 'email', autocomplete: 'email' })}
  ${kind === 'contact' && textArea({ ...field('message'), label: t('Message') })}
  ${consent && checkbox({ ...agree, label: consent, checked: agreed === 'on' })}`;
}

function thanks({ thanks, title }: OverlayContent, votes: readonly Votes[]): Html {
  const all = votes.reduce((sum, { votes }) => sum + votes, 0);
  return html`<h2>${votes.length > 0 ? title : thanks || t('Thank you')}</h2>
    ${votes.length > 0 && results(votes, all)}
    ${votes.length > 0 && html`<p class="box-note">${thanks || t('Thank you for your vote.')}</p>`}`;
}

const results = (votes: readonly Votes[], all: number): Html =>
  html`<ol class="box-results">
    ${votes.map(({ choice, votes }) => {
      const part = all === 0 ? 0 : Math.round((votes / all) * 100);
      return html`<li>
        <span>${choice}</span><b>${formatPercent(part / 100)}</b>
        <svg aria-hidden="true"><rect width="${part}%" height="100%" /></svg>
      </li>`;
    })}
  </ol>`;

import { t } from '../../../web/translation/translate.ts';
import { may, type Viewer } from '../../../platform/app.ts';
import { linkButton, icon } from '../../../web/components/controls.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import type { FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { longestTeaser, periodWords, type PlanChoice } from '../paywall.ts';
import type { Post } from '../post.ts';
import { bylineOf } from '../texts.ts';

/** Replaces paid content: shows the type of the content and how to buy access. */
export function paywallOffer(post: Post, viewer: Viewer | undefined): Html | false {
  const { paywall } = post;
  if (!paywall) return false;
  if (paywall.isOpen) return openNote(post, viewer);
  const { name } = bylineOf(post).author;
  return html`<div class="paywall">
    ${paywall.blur !== '' && html`<img ${attributes({ src: paywall.blur, alt: '', width: 24, height: 12 })} />`}
    <div>
      <p>
        <strong
          >${icon('lock')}${paywall.isForMembers ? t('For subscribers of {name}', { name }) : t('Paid post')}</strong
        >
      </p>
      <p>${accessOptions(post)}</p>
      <div class="button-row">${buttons(post, viewer)}</div>
    </div>
  </div>`;
}

function accessOptions({ paywall }: Post): string {
  const offer = paywall?.offer;
  const subscribing =
    offer && t('Subscribe from {price} {offer}', { price: offer.price, offer: periodWords(offer) });
  const unlocking =
    paywall?.shownPrice && t('unlock this post for {shownPrice}', { shownPrice: paywall.shownPrice });
  if (subscribing && unlocking) return `${subscribing}, or ${unlocking}.`;
  if (subscribing) return `${subscribing}.`;
  if (unlocking) return `${unlocking.slice(0, 1).toUpperCase()}${unlocking.slice(1)}.`;
  return t('New subscriptions are not available at the moment.');
}

function buttons(post: Post, viewer: Viewer | undefined): Html {
  const { id, paywall } = post;
  const to = (path: string) => (viewer ? path : `/signin?next=${encodeURIComponent(path)}`);
  return html`${
    paywall?.offer &&
    linkButton({
      label: t('Subscribe'),
      href: to(`/subscribe/${paywall.offer.id}?post_id=${id}`),
      kind: 'primary',
      small: true,
    })
  }
  ${
    paywall?.shownPrice &&
    linkButton({
      label: t('Unlock for {shownPrice}', { shownPrice: paywall.shownPrice }),
      href: to(`/posts/${id}/unlock`),
      small: true,
    })
  }`;
}

/** The author, the team of its page and moderators have access without paying. */
const openNote = (post: Post, viewer: Viewer | undefined): Html =>
  html`<p class="paywall-note">
    ${icon('lock')}${
      viewer?.id === post.author.id || post.page?.role || may(viewer, 'moderate')
        ? t('Only people who paid for it can see all of this')
        : t('You paid for this')
    }
  </p>`;

/** The audience of a paid post: subscribers of any plan, of one plan and above, or buyers of the post. */
export function paywallFields({ values = {}, errors = {} }: FormState, plans: readonly PlanChoice[]): Html {
  return html`<fieldset class="field poll-fields">
    <legend class="field-label">Paid content <span class="field-optional">optional</span></legend>
    ${selectField({
      name: 'paid_for',
      label: t('Included for'),
      value: values.paid_for ?? '',
      error: errors.paid_for ?? errors.for_subscriptions ?? errors.plan_id,
      ...(plans.length === 0 && {
        hint: t('Add a plan under Settings, Monetization to offer subscriptions.'),
      }),
      required: false,
      choices: [
        { value: '', label: t('Everyone who can see the post') },
        ...(plans.length === 0 ? [] : [{ value: 'any', label: t('Subscribers') }]),
        ...plans.map(({ id, title }) => ({
          value: id,
          label: t('Subscribers of {title} and above', { title }),
        })),
      ],
    })}
    ${textField({
      name: 'post_price',
      label: t('Price to unlock'),
      hint: t('Such as 2.50. Leave empty if it is not sold separately.'),
      value: values.post_price,
      error: errors.post_price,
      inputmode: 'decimal',
      autocomplete: 'off',
      required: false,
    })}
    ${textArea({
      name: 'paid_text',
      label: t('Preview for everyone else'),
      hint: t('Shown in place of paid content.'),
      rows: 2,
      value: values.paid_text,
      error: errors.paid_text,
      maxlength: longestTeaser,
      required: false,
    })}
  </fieldset>`;
}

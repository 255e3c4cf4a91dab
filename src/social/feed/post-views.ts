import { Problem, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { Viewer } from '../../platform/app.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, notice, pageHeader } from '../../web/components/surfaces.ts';
import { radioGroup } from '../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { paywallFields } from '../posts/components/paywall.ts';
import { longestAlt, longestWarning } from '../posts/new-post.ts';
import type { PlanChoice } from '../posts/paywall.ts';
import { type Photo, type Post, privacies } from '../posts/post.ts';
import { toPaywallForm } from '../posts/requests/paywall.ts';
import { maxTextLength } from '../text/plain.ts';

/** The edit form of a post: text, audience and alt texts. */
export function editPostView(
  post: Post,
  viewer: Viewer,
  plans: readonly PlanChoice[],
  state: FormState = {},
): View {
  if (post.author.id !== viewer.id) throw new Problem('forbidden', msg('Only the author can edit a post'));
  const {
    values = {
      text: post.text,
      privacy: post.privacy,
      warning: post.warning,
      ...toPaywallForm(post.paywall),
    },
    errors,
  } = state;
  return {
    title: t('Edit post'),
    section: 'home',
    body: html`${pageHeader({ title: t('Edit post') })}
    ${card({
      body: form({
        action: `/posts/${post.id}/edit`,
        submit: t('Save'),
        busyLabel: t('Saving'),
        cancel: { label: t('Cancel'), href: `/posts/${post.id}` },
        state,
        body: html`${textArea({
          name: 'text',
          label: t('Text'),
          mentions: true,
          rows: 6,
          maxlength: maxTextLength,
          value: values.text,
          error: errors?.text,
        })}
        ${
          !post.group &&
          radioGroup({
            name: 'privacy',
            label: t('Audience'),
            value: values.privacy,
            choices: privacies(viewer),
            inline: true,
          })
        }
        ${textField({
          name: 'warning',
          label: t('Content warning'),
          hint: t('Hides the post behind this warning.'),
          value: values.warning,
          error: errors?.warning,
          maxlength: longestWarning,
          required: false,
        })}
        ${!post.poll && post.quoteId === null && paywallFields({ ...state, values }, plans)}
        ${
          post.video &&
          textField({
            name: 'video_alt',
            label: t('Video alt text'),
            hint: t('Describes the image for screen readers.'),
            value: values.video_alt ?? post.video.alt,
            maxlength: longestAlt,
            required: false,
          })
        }
        ${post.photos.map((photo, index) => description(photo, index, post.photos.length))}`,
      }),
    })}`,
  };
}

const description = ({ id, small, alt, width, height }: Photo, index: number, count: number): Html =>
  html`<div class="described-picture">
    <img src="${small}" alt="" width="${width}" height="${height}" loading="lazy" />
    ${textField({
      name: `alt-${id}`,
      label: count > 1 ? t('Alt text for image {value}', { value: index + 1 }) : t('Alt text'),
      hint: t('Describes the image for screen readers.'),
      value: alt,
      maxlength: longestAlt,
      required: false,
    })}
  </div>`;

/** Replaces a deleted post while it can be restored. */
export const deletedView = (id: string): View => ({
  title: t('Post deleted'),
  section: 'home',
  body: html`<h1 class="visually-hidden">Post deleted</h1>
    <turbo-frame id="post-frame-${id}" target="_top">
      ${notice({
        tone: 'success',
        body: html`<div class="button-row">
          <p>Post deleted.</p>
          ${buttonForm({ to: `/posts/${id}/restore`, label: t('Undo'), small: true, frame: `post-frame-${id}` })}
        </div>`,
      })}
    </turbo-frame>
    <p>${linkButton({ label: t('Back home'), href: '/', icon: 'house' })}</p>`,
});

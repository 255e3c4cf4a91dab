import { t } from '../../../web/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { smallPath } from '../../../platform/pictures.ts';
import { button, linkButton } from '../../../web/components/controls.ts';
import { card, notice, pageHeader } from '../../../web/components/surfaces.ts';
import { checkbox, radioGroup } from '../../../web/components/fields/choice-field.ts';
import { fileField, pictureTypes } from '../../../web/components/fields/file-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { Draft } from '../../drafts/draft.ts';
import { maxTextLength } from '../../text/plain.ts';
import { originCard } from '../components/post-media.ts';
import { optionFields } from '../components/post-options.ts';
import { longestAlt, maxPhotos } from '../new-post.ts';
import type { PlanChoice } from '../paywall.ts';
import { type Post, privacies } from '../post.ts';
import { toPaywallForm } from '../requests/paywall.ts';
import { videoTypes } from '../requests/post-form.ts';
import type { PostContent } from './content.ts';

interface DraftViewOptions {
  app: Pick<App, 'files'>;
  draft: Draft;
  content: PostContent;
  /** The scheduled time as local time in its zone. May be empty. */
  wall: string;
  /** The shared post, unless it was deleted. */
  origin: Post | undefined;
  /** Names of attached files, by path. */
  names: ReadonlyMap<string, string>;
  state: FormState | undefined;
  plans: readonly PlanChoice[];
}

/** The page to edit a draft of a post. */
export function draftView({
  app,
  draft,
  content,
  wall,
  origin,
  names,
  state,
  plans,
}: DraftViewOptions): View {
  const shown: FormState = state ?? { values: valuesOf(draft, content, wall) };
  const { values = {}, errors = {} } = shown;
  return {
    title: t('Draft'),
    section: 'drafts',
    body: html`${pageHeader({ title: draft.publishAt ? t('Scheduled post') : t('Draft') })}
    ${draft.problem && notice({ tone: 'danger', title: t('Not published'), body: html`<p>${draft.problem}</p>` })}
    ${card({
      body: form({
        action: `/drafts/${draft.id}`,
        upload: true,
        state: shown,
        body: html`${textArea({
            name: 'text',
            label: t('Text'),
            mentions: true,
            rows: 6,
            maxlength: maxTextLength,
            value: values.text,
            error: errors.text,
          })}
          ${origin && originCard(origin)}
          ${radioGroup({ name: 'privacy', label: t('Audience'), value: values.privacy ?? 'public', choices: privacies(), inline: true })}
          ${content.photos.map((photo, index) => existingPhoto(app, photo, index, values))}
          ${
            content.photos.length < maxPhotos &&
            fileField({
              name: 'pictures',
              label: t('Add photos'),
              accept: pictureTypes,
              multiple: true,
              error: errors.pictures,
            })
          }
          ${(content.thread ?? []).map((part, at) => continuation(app, content, part, at, shown))}
          ${content.video && existingVideo(app, content.video)}
          ${fileField({
            name: 'video',
            label: content.video ? t('Replace video') : t('Add a video'),
            accept: videoTypes,
            error: errors.video,
          })}
          ${(content.attachments ?? []).map(({ path }, index) =>
            checkbox({
              name: `remove-file-${index}`,
              label: t('Remove {value}', { value: names.get(path) ?? 'the file' }),
            }),
          )}
          ${fileField({ name: 'files', label: t('Add audio or files'), multiple: true, error: errors.files })}
          ${optionFields({ state: shown, everyZone: true, plans })}
          <div class="form-actions">
            ${button({ label: t('Save'), kind: 'primary', busyLabel: t('Saving'), name: 'do', value: 'draft' })}
            ${button({ label: t('Publish now'), name: 'do', value: 'post' })}
            ${linkButton({ label: t('Cancel'), href: '/drafts', kind: 'plain' })}
          </div>`,
      }),
    })}`,
  };
}

const valuesOf = (
  draft: Draft,
  { text, privacy, warning, video, poll, paywall, thread = [] }: PostContent,
  wall: string,
) => ({
  text,
  privacy,
  warning,
  video_alt: video?.alt ?? '',
  ...toPaywallForm(paywall),
  publish_at: wall,
  time_zone: draft.timeZone,
  poll_minutes: String(poll?.minutes ?? 1440),
  poll_multiple: poll?.isMultiple ? 'on' : '',
  poll_final: poll && !poll.isChangeable ? 'on' : '',
  ...Object.fromEntries(thread.map((part, index) => [`thread-${index}`, part.text])),
  ...Object.fromEntries((poll?.options ?? []).map((option, index) => [`poll_options-${index}`, option])),
});

/** A post that continues it. Pictures are numbered through the thread. */
function continuation(
  app: DraftViewOptions['app'],
  content: PostContent,
  { photos }: NonNullable<PostContent['thread']>[number],
  at: number,
  { values = {}, errors = {} }: FormState,
): Html {
  const before = [content, ...(content.thread ?? []).slice(0, at)].flatMap((part) => part.photos).length;
  return html`${textArea({
    name: 'thread[]',
    id: `thread-${at}`,
    label: t('Post {number}', { number: at + 2 }),
    mentions: true,
    rows: 4,
    maxlength: maxTextLength,
    required: false,
    value: values[`thread-${at}`],
    error: at === 0 ? errors.thread : undefined,
  })}
  ${photos.map((photo, index) => existingPhoto(app, photo, before + index, values))}
  ${fileField({
    name: `pictures_${at + 2}`,
    label: t('Add photos to post {number}', { number: at + 2 }),
    accept: pictureTypes,
    multiple: true,
    error: errors[`pictures_${at + 2}`],
  })}`;
}

function existingPhoto(
  { files }: DraftViewOptions['app'],
  { path, alt }: PostContent['photos'][number],
  index: number,
  values: NonNullable<FormState['values']>,
): Html {
  return html`<div class="described-picture">
    <img src="${files.address(smallPath(path))}" alt="" width="160" height="120" loading="lazy" />
    ${textField({
      name: `alt-${index}`,
      label: t('Alt text for image {value}', { value: index + 1 }),
      value: values[`alt-${index}`] ?? alt,
      maxlength: longestAlt,
      required: false,
    })}
    ${checkbox({ name: `remove-${index}`, label: t('Remove') })}
  </div>`;
}

const existingVideo = (
  { files }: DraftViewOptions['app'],
  { path, alt }: NonNullable<PostContent['video']>,
): Html =>
  html`<p><a class="link" href="${files.address(path)}">${alt || t('Video')}</a></p>
    ${checkbox({ name: 'remove-video', label: t('Remove the video') })}`;

import { t } from '../../../web/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { card, pageHeader } from '../../../web/components/surfaces.ts';
import { checkbox, checkboxGroup, selectField } from '../../../web/components/fields/choice-field.ts';
import { pagination } from '../../../web/components/navigation/pagination.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { longestPostTitle } from '../../posts/new-post.ts';
import { excerptOf } from '../../posts/texts.ts';
import { pathOfThread, type SectionInIndex } from '../forum.ts';
import type { ThreadPage } from '../threads/get-thread.ts';
import { openForums } from './thread-form.ts';

/** Moderator actions on a whole thread: title, forum, merging and splitting. */
export function arrangeView(shown: ThreadPage, sections: readonly SectionInIndex[], state: FormState): View {
  const { post } = shown;
  return {
    title: t('Moderate: {title}', { title: post.title }),
    section: 'forums',
    body: html`${pageHeader({
      title: t('Moderate thread'),
      above: breadcrumbs([
        { label: t('Forums'), href: '/forums' },
        { label: post.title, href: pathOfThread(post) },
        { label: t('Moderate') },
      ]),
    })}
    ${renameCard(shown, state)} ${moveCard(shown, sections, state)} ${splitCard(shown, state)}
    ${mergeCard(shown, state)}`,
  };
}

/** State applies only to the rejected form. The others keep their current values. */
const stateFor = (state: FormState, act: string): FormState => (state.values?.do === act ? state : {});
const act = (name: string): Html => html`<input type="hidden" name="do" value="${name}" />`;

function renameCard({ post }: ThreadPage, whole: FormState): Html {
  const state = stateFor(whole, 'rename');
  return card({
    title: t('Rename'),
    body: form({
      action: `/forums/moderate/${post.id}`,
      submit: t('Rename'),
      submitKind: 'quiet',
      state,
      body: html`${act('rename')}${textField({
        name: 'title',
        label: t('Title'),
        value: state.values?.title ?? post.title,
        error: state.errors?.title,
        maxlength: longestPostTitle,
      })}`,
    }),
  });
}

function moveCard({ post, forum }: ThreadPage, sections: readonly SectionInIndex[], whole: FormState): Html {
  const state = stateFor(whole, 'move');
  return card({
    title: t('Move'),
    lead: t('The URL stays the same, and the thread shows where it was moved from.'),
    body: form({
      action: `/forums/moderate/${post.id}`,
      submit: t('Move'),
      submitKind: 'quiet',
      state,
      body: html`${act('move')}${selectField({
        name: 'forum_id',
        label: t('To'),
        value: state.values?.forum_id,
        error: state.errors?.forum_id,
        empty: t('Choose a forum'),
        choices: openForums(sections).filter(({ value }) => value !== forum.id),
      })}`,
    }),
  });
}

function splitCard({ post, replies, page, pages }: ThreadPage, whole: FormState): Html {
  const state = stateFor(whole, 'split');
  const movable = replies.filter(({ post }) => !post.heldAt);
  return card({
    title: t('Split'),
    lead: t('Selected replies become a new thread in this forum.'),
    body: html`${
      movable.length === 0
        ? html`<p>No replies ${pages > 1 && t('on this page ')}to select.</p>`
        : form({
            action: `/forums/moderate/${post.id}?page=${page}`,
            submit: t('Split'),
            submitKind: 'quiet',
            state,
            body: html`${act('split')}
            ${textField({
              name: 'new_title',
              label: t('New thread title'),
              value: state.values?.new_title,
              error: state.errors?.new_title,
              maxlength: longestPostTitle,
            })}
            ${checkboxGroup({
              name: 'reply_ids',
              label: t('Replies'),
              values: (state.values?.reply_ids ?? '').split(','),
              error: state.errors?.reply_ids,
              choices: movable.map(({ post, place }) => ({
                value: post.id,
                label: `#${place} ${post.author.name}`,
                hint: excerptOf(post, 120),
              })),
            })}
            ${checkbox({ name: 'and_after', label: t('Include all later replies'), checked: Boolean(state.values?.and_after) })}`,
          })
    }
    ${pagination({ page, pages, href: (page) => `/forums/moderate/${post.id}/arrange?page=${page}` })}`,
  });
}

function mergeCard({ post }: ThreadPage, whole: FormState): Html {
  const state = stateFor(whole, 'merge');
  return card({
    title: t('Merge'),
    lead: t('All posts move into the other thread in chronological order, and this URL redirects there.'),
    body: form({
      action: `/forums/moderate/${post.id}`,
      submit: t('Merge'),
      submitKind: 'quiet',
      confirm: t('Merge this thread into the other one?'),
      state,
      body: html`${act('merge')}${textField({
        name: 'into',
        label: t('Target thread'),
        hint: t('URL or number.'),
        value: state.values?.into,
        error: state.errors?.into,
      })}`,
    }),
  });
}

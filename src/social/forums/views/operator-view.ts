import { t } from '../../../web/translation/translate.ts';
import { operator } from '../../../identity/components/operator-frame.ts';
import { button } from '../../../web/components/controls.ts';
import { badge, card, emptyState } from '../../../web/components/surfaces.ts';
import { checkbox, selectField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { positionField } from '../../components/line-list.ts';
import { buttonForm, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import type { Person } from '../../people/person.ts';
import { longestForumDescription, longestForumName } from '../forums.ts';
import { type Forum, pathOfForum, type SectionInIndex } from '../forum.ts';

const here = '/operator/forums';

/** Sections and their forums, in order. */
export function forumsOperatorView(sections: readonly SectionInIndex[], state: FormState): View {
  const changed = state.values?.section_id;
  return operator(
    t('Forums'),
    here,
    html`${
      sections.length === 0 &&
      card({
        body: emptyState({
          illustration: 'posts',
          title: t('No forums yet'),
          text: t('Create a section first, then add forums to it.'),
        }),
      })
    }
    ${sections.map((section) => sectionCard(section, changed === section.id ? state : {}))}
    ${card({
      title: t('Add a section'),
      body: form({
        action: `${here}/sections`,
        submit: t('Add'),
        submitKind: 'quiet',
        state: changed === undefined ? state : {},
        body: textField({
          name: 'title',
          id: 'title-new',
          label: t('Name'),
          value: changed === undefined ? state.values?.title : undefined,
          error: changed === undefined ? state.errors?.title : undefined,
          maxlength: longestForumName,
        }),
      }),
    })}`,
  );
}

function sectionCard(section: SectionInIndex, state: FormState): Html {
  const { id, title, position, forums } = section;
  const isNewForum = state.values?.description !== undefined;
  const own = isNewForum ? {} : state;
  const fresh = isNewForum ? state : {};
  return card({
    title,
    id: `section-${id}`,
    body: html`<div class="row-form">
        <form class="row-form" action="${here}/sections" method="post" novalidate>
          <input type="hidden" name="section_id" value="${id}" />
          ${textField({
            name: 'title',
            id: `title-${id}`,
            label: t('Name of {title}', { title }),
            hideLabel: true,
            value: own.values?.title ?? title,
            error: own.errors?.title,
            maxlength: longestForumName,
          })}
          ${positionField({ id: `position-${id}`, label: t('Position of {title}', { title }), value: position, state: own })}
          ${button({ label: t('Save'), small: true })}
        </form>
        ${
          forums.length === 0 &&
          buttonForm({
            to: `${here}/sections/delete`,
            label: t('Delete'),
            kind: 'plain',
            small: true,
            fields: { section_id: id },
            confirm: t('Delete the section {title}?', { title }),
          })
        }
      </div>
      ${
        forums.length > 0 &&
        html`<ul class="forum-tree">
          ${forums.flatMap((forum) => [treeRow(forum, false), ...forum.below.map((below) => treeRow(below, true))])}
        </ul>`
      }
      <details class="more-fields" ${attributes({ open: isNewForum })}>
        <summary>Add a forum to ${title}</summary>
        ${form({
          action: here,
          submit: t('Add'),
          submitKind: 'quiet',
          state: fresh,
          body: html`<input
              type="hidden"
              name="section_id"
              value="${id}"
            />${forumFields(`new-${id}`, fresh, forums)}`,
        })}
      </details>`,
  });
}

const treeRow = (forum: Forum, isBelow: boolean): Html =>
  html`<li ${attributes({ 'data-below': isBelow })}>
    <a class="link" href="${here}/${forum.id}">${forum.title}</a>
    ${forum.archivedAt && badge(t('Archived'))}
    ${forum.description && html`<span>${forum.description}</span>`}
  </li>`;

const forumFields = (id: string, { values, errors }: FormState, parents: readonly Forum[]): Html =>
  html`${textField({
    name: 'title',
    id: `title-${id}`,
    label: t('Name'),
    value: values?.title,
    error: errors?.title,
    maxlength: longestForumName,
  })}
  ${textField({
    name: 'description',
    id: `description-${id}`,
    label: t('Description'),
    value: values?.description,
    error: errors?.description,
    maxlength: longestForumDescription,
    required: false,
  })}
  ${selectField({
    name: 'parent',
    id: `parent-${id}`,
    label: t('Parent category'),
    value: values?.parent,
    error: errors?.parent,
    empty: t('Top level'),
    required: false,
    choices: parents.map(({ id, title }) => ({ value: id, label: title })),
  })}
  ${checkbox({
    name: 'solutions',
    id: `solutions-${id}`,
    label: t('Solutions'),
    hint: t('Authors of threads and moderators can mark a reply as the solution.'),
    checked: values?.solutions === 'on',
  })}`;

interface OneForum {
  forum: Forum;
  sections: readonly SectionInIndex[];
  moderators: readonly Person[];
}

/** Settings of a forum: name, position, moderators and deletion. */
export function forumOperatorView({ forum, sections, moderators }: OneForum, state: FormState): View {
  const section = sections.find(({ id }) => id === forum.sectionId);
  const parents = (section?.forums ?? []).filter(({ id }) => id !== forum.id);
  const of = (name: string): FormState => (state.values?.do === name ? state : {});
  const typed = of('save');
  const fields: FormState = {
    ...typed,
    values: typed.values ?? {
      title: forum.title,
      description: forum.description,
      parent: forum.parentId ?? '',
      section_id: forum.sectionId,
      position: String(forum.position),
      ...(forum.solutionsAt && { solutions: 'on' }),
    },
  };
  const action = `${here}/${forum.id}`;
  const hidden = (name: string) => html`<input type="hidden" name="do" value="${name}" />`;
  return operator(
    forum.title,
    here,
    html`${card({
      title: forum.title,
      actions: html`<a class="link" href="${pathOfForum(forum)}">Open</a>`,
      body: form({
        action,
        submit: t('Save'),
        state: typed,
        body: html`${hidden('save')}${forumFields(forum.id, fields, parents)}
        ${selectField({
          name: 'section_id',
          label: t('Section'),
          value: fields.values?.section_id,
          error: fields.errors?.section,
          choices: sections.map(({ id, title }) => ({ value: id, label: title })),
        })}
        ${textField({
          name: 'position',
          label: t('Sort order'),
          type: 'number',
          min: 0,
          value: fields.values?.position,
          error: fields.errors?.position,
        })}`,
      }),
    })}
    ${moderatorsCard(action, moderators, of('add_moderator'))}
    ${card({
      title: forum.archivedAt ? t('Reopen') : t('Archive'),
      lead: t('Archived forums are read-only.'),
      body: buttonForm({
        to: action,
        label: forum.archivedAt ? t('Reopen') : t('Archive'),
        fields: { do: forum.archivedAt ? 'open' : 'archive' },
      }),
    })}
    ${card({
      title: t('Delete'),
      danger: true,
      lead: t('Threads are moved to another forum. Not needed for empty forums.'),
      body: form({
        action,
        submit: t('Delete forum'),
        submitKind: 'danger',
        confirm: t('Delete the forum {title}?', { title: forum.title }),
        state: of('delete'),
        body: html`${hidden('delete')}${selectField({
          name: 'move_to',
          label: t('Move threads to'),
          required: false,
          empty: t('No threads'),
          value: of('delete').values?.move_to,
          error: of('delete').errors?.move_to,
          choices: sections
            .flatMap(({ forums }) => forums.flatMap((each) => [each, ...each.below]))
            .filter(({ id }) => id !== forum.id)
            .map(({ id, title }) => ({ value: id, label: title })),
        })}`,
      }),
    })}`,
  );
}

const moderatorsCard = (action: string, moderators: readonly Person[], state: FormState): Html =>
  card({
    title: t('Moderators'),
    lead: t(
      'Can pin, close, move, split and merge threads in this forum and its subforums, and remove posts.',
    ),
    body: html`${moderators.map(
      ({ id, name, username }) =>
        html`<div class="row-form">
          <span><a class="link" href="/@${username}">${name}</a> @${username}</span>
          ${buttonForm({
            to: action,
            label: t('Remove'),
            kind: 'plain',
            small: true,
            fields: { do: 'remove_moderator', account_id: id },
            data: { 'aria-label': t('Remove {name}', { name }) },
          })}
        </div>`,
    )}
    ${form({
      action,
      submit: t('Add'),
      submitKind: 'quiet',
      state,
      body: html`<input type="hidden" name="do" value="add_moderator" />${textField({
          name: 'username',
          label: t('Username'),
          value: state.values?.username,
          error: state.errors?.username,
          maxlength: 64,
        })}`,
    })}`,
  });

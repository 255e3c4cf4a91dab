import { button, linkButton } from '../../../web/components/controls.ts';
import { card, emptyState, undoNotice, pageHeader, table } from '../../../web/components/surfaces.ts';
import { checkbox, checkboxGroup } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { personRow, stack } from '../../../web/components/people.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { t } from '../../../web/translation/translate.ts';
import type { PageOfPeople } from '../../people/lists.ts';
import type { Profile } from '../../people/profile.ts';
import { type CardContext, postList } from '../../posts/components/post-card.ts';
import type { PageOfPosts } from '../../posts/reading/lists.ts';
import { longestListTitle, type PeopleList } from './people-lists.ts';

const section = 'lists';
const newPath = '/lists/new';

const peopleCount = (count: number): string =>
  t('{count, plural, one {# person} other {# people}}', { count });

/** The viewer's lists of people. `deleted`: the id of the one just deleted. */
export const listsView = (lists: readonly PeopleList[], deleted?: string): View => ({
  title: t('Lists'),
  section,
  body: html`${pageHeader({
    title: t('Lists'),
    lead: t('Read the posts of some people on a page of their own. Only you can see your lists.'),
    actions: linkButton({ label: t('New list'), href: newPath, icon: 'plus', kind: 'primary' }),
  })}
  ${deleted !== undefined && undoNotice(t('List deleted'), `/lists/${deleted}/restore`)}
  ${
    lists.length === 0
      ? card({
          body: emptyState({
            illustration: 'quiet',
            title: t('No lists yet'),
            text: t('Add people to a list from their profile, or by username.'),
            action: linkButton({ label: t('New list'), href: newPath, icon: 'plus' }),
          }),
        })
      : card({ flush: true, body: listTable(lists) })
  }`,
});

const listTable = (lists: readonly PeopleList[]): Html =>
  table({
    caption: t('Lists'),
    rows: lists,
    columns: [
      {
        label: t('List'),
        main: true,
        cell: ({ id, title }) => html`<a dir="auto" href="/lists/${id}">${title}</a>`,
      },
      { label: t('People'), cell: ({ count }) => peopleCount(count) },
      {
        label: t('Edit'),
        hideLabel: true,
        align: 'end',
        cell: ({ id, title }) =>
          linkButton({
            label: t('Edit'),
            href: `/lists/${id}/edit`,
            small: true,
            data: { 'aria-label': t('Edit {title}', { title }) },
          }),
      },
    ],
  });

/** The posts of the people on a list. */
export const listFeedView = (
  list: PeopleList,
  posts: PageOfPosts,
  context: CardContext,
  isFirst: boolean,
): View => ({
  title: list.title,
  section,
  body: html`${pageHeader({
    above: allLists(),
    title: list.title,
    lead: peopleCount(list.count),
    actions: linkButton({ label: t('Edit list'), href: `/lists/${list.id}/edit`, icon: 'pencil' }),
  })}
  ${postList(posts, context, {
    label: t('Posts'),
    empty: emptyState({
      illustration: 'posts',
      title: t('No posts yet'),
      text:
        list.count === 0
          ? t('Add people to this list to see their posts here.')
          : t('Posts by the people on this list appear here.'),
      action: linkButton({ label: t('Add people'), href: `/lists/${list.id}/edit`, icon: 'user-plus' }),
    }),
    older: (before) => `/lists/${list.id}?before=${before}`,
    isFirst,
  })}`,
});

const allLists = (): Html => html`<p><a href="/lists">All lists</a></p>`;

const fieldsOf = (state: FormState, list?: PeopleList): Html => {
  const isTyped = state.values?.title !== undefined;
  return html`${textField({
    ...bind({ ...state, values: { ...(list && { title: list.title }), ...state.values } })('title'),
    label: t('Title'),
    maxlength: longestListTitle,
    autocomplete: 'off',
    required: true,
  })}
  ${checkbox({
    name: 'exclusive',
    label: t('Hide these people’s posts from the home page'),
    checked: isTyped ? Boolean(state.values?.exclusive) : (list?.isExclusive ?? false),
  })}`;
};

/** `person`: the username of a person to add to it. */
export const newListView = (person: string, state: FormState = {}): View => ({
  title: t('New list'),
  section,
  body: html`${pageHeader({ above: allLists(), title: t('New list') })}
  ${card({
    body: form({
      action: newPath,
      state,
      submit: t('Add list'),
      cancel: { label: t('Cancel'), href: person === '' ? '/lists' : `/@${person}/lists` },
      body: html`${fieldsOf(state)}
      ${person !== '' && html`<input type="hidden" name="person" value="${person}" />`}`,
    }),
  })}`,
});

/** A list with its settings and people. */
export function listView(list: PeopleList, people: PageOfPeople, page: number, state: FormState): View {
  const here = `/lists/${list.id}`;
  const ofPeople = state.values?.username === undefined ? {} : state;
  const ofList = state.values?.username === undefined ? state : {};
  return {
    title: t('Edit list'),
    section,
    body: html`${pageHeader({ above: html`<p><a dir="auto" href="${here}">${list.title}</a></p>`, title: t('Edit list') })}
    ${card({
      title: t('People'),
      body: form({
        action: `${here}/people`,
        state: ofPeople,
        body: html`${textField({
          ...bind(ofPeople)('username'),
          label: t('Username'),
          icon: 'at-sign',
          maxlength: 64,
          autocomplete: 'off',
          required: true,
        })}
        ${button({ label: t('Add to list'), icon: 'user-plus' })}`,
      }),
    })}
    ${people.items.length > 0 && card({ flush: true, body: memberRows(people.items, here, list.title) })}
    ${olderNewer({
      newer: page > 0 && `${here}/edit?page=${page - 1}`,
      older: people.hasMore && `${here}/edit?page=${page + 1}`,
    })}
    ${card({
      title: t('Settings'),
      body: form({
        action: `${here}/edit`,
        state: ofList,
        submit: t('Save changes'),
        cancel: { label: t('Cancel'), href: here },
        body: fieldsOf(ofList, list),
      }),
    })}
    ${card({
      title: t('Delete list'),
      danger: true,
      lead: t('You keep following the people on it.'),
      body: buttonForm({
        to: `${here}/delete`,
        label: t('Delete list'),
        kind: 'danger',
        icon: 'trash-2',
        confirm: t('Delete {title}?', { title: list.title }),
      }),
    })}`,
  };
}

const memberRows = (people: readonly Profile[], here: string, title: string): Html =>
  stack(
    people.map((person) =>
      personRow({
        person,
        href: `/@${person.username}`,
        actions: buttonForm({
          to: `${here}/people/remove`,
          label: t('Remove'),
          small: true,
          fields: { person: person.id },
          data: { 'aria-label': t('Remove {name}', { name: person.name }) },
        }),
      }),
    ),
    title,
  );

/** Chooses the viewer's lists that a person is on. */
export const chooseView = (
  { name, username }: Profile,
  lists: readonly PeopleList[],
  chosen: readonly string[],
): View => ({
  title: t('Lists with {name}', { name }),
  section,
  body: html`${pageHeader({
    above: html`<p><a href="/@${username}">${name}</a></p>`,
    title: t('Lists with {name}', { name }),
    lead: t('Only you can see your lists.'),
  })}
  ${card({
    body:
      lists.length === 0
        ? emptyState({
            illustration: 'quiet',
            title: t('No lists yet'),
            text: t('Read the posts of some people on a page of their own.'),
            action: newListLink(username),
          })
        : html`${form({
              action: `/@${username}/lists`,
              submit: t('Save'),
              cancel: { label: t('Cancel'), href: `/@${username}` },
              body: checkboxGroup({
                name: 'lists',
                label: t('Lists'),
                hideLabel: true,
                values: chosen,
                choices: lists.map(({ id, title }) => ({ value: id, label: title })),
              }),
            })}
            <p>${newListLink(username)}</p>`,
  })}`,
});

const newListLink = (username: string): Html =>
  linkButton({
    label: t('New list'),
    href: `${newPath}?person=${encodeURIComponent(username)}`,
    icon: 'plus',
  });

import { t } from '../../../kernel/translation/translate.ts';
import { avatar } from '../../../web/components/avatar.ts';
import { badge } from '../../../web/components/badge.ts';
import { button } from '../../../web/components/button.ts';
import { menu, menuButton } from '../../../web/components/navigation/menu.ts';
import { fileField, pictureTypes } from '../../../web/components/fields/file-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Person } from '../../people/person.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { conversationPicture } from './frame.ts';
import { pane } from './message-views.ts';
import { searchField } from './search-field.ts';

interface GroupDetails {
  conversation: Conversation;
  viewer: Viewer;
  /** The search text. Undefined before a search. */
  words: string | undefined;
  found: readonly Person[];
  state: FormState;
}

const addButton = () => ({ label: t('Add'), icon: 'user-plus', small: true }) as const;

function pictureForms({ id, picture }: Conversation, state: FormState): Html {
  return html`<h2 class="chat-heading">Group picture</h2>
    ${form({
      action: `/messages/${id}/picture`,
      state: state.errors?.picture ? state : {},
      upload: true,
      submit: t('Save picture'),
      submitKind: 'quiet',
      body: fileField({
        ...bind(state)('picture'),
        label: t('Picture'),
        accept: pictureTypes,
        current: picture,
      }),
    })}
    ${
      picture !== null &&
      buttonForm({
        to: `/messages/${id}/picture/remove`,
        label: t('Remove picture'),
        small: true,
        kind: 'plain',
        confirm: t('Remove the group picture?'),
      })
    }`;
}

/** A group's settings: its name, its members, and people to add. */
export function groupView({ conversation, viewer, words, found, state }: GroupDetails): Html {
  const { id, title, name, members, memberCount, isOwner } = conversation;
  const to = `/messages/${id}/members`;
  return pane(
    t('Group details'),
    `/messages/${id}`,
    html`<div class="chat-group-head">
        ${conversationPicture(conversation)}
        <h2 dir="auto">${name}</h2>
        <p>${t('{count, plural, one {# member} other {# members}}', { count: memberCount })}</p>
      </div>
      <details class="chat-edit" ${attributes({ open: state.errors !== undefined })}>
        <summary>Edit name and picture</summary>
        <div>
          ${form({
            action: `/messages/${id}/rename`,
            state,
            submit: t('Save name'),
            submitKind: 'quiet',
            body: textField({
              ...bind({ ...state, values: { title, ...state.values } })('title'),
              label: t('Group name'),
              maxlength: 100,
            }),
          })}
          ${pictureForms(conversation, state)}
        </div>
      </details>
      <h2 class="chat-heading">Members</h2>
      <ul class="chat-people">
        <li>
          <span class="chat-person">${avatar(viewer)}<span>${viewer.name} (you)</span></span
          >${isOwner && badge(t('Owner'))}
        </li>
        ${members.map(
          ({ profile, isOwner: owns }) =>
            html`<li>
              <a class="chat-person" href="/@${profile.username}"
                >${avatar(profile)}<span>${profile.name}</span></a
              >
              ${owns && badge(t('Owner'))}
              ${
                isOwner &&
                menu({
                  label: t('Actions for {name}', { name: profile.name }),
                  items: html`${!owns && menuButton({ label: t('Make owner'), to, fields: { do: 'owner', account: profile.id } })}
                  ${menuButton({
                    label: t('Remove from group'),
                    to,
                    fields: { do: 'remove', account: profile.id },
                    icon: 'user-minus',
                    danger: true,
                    confirm: t('Remove {name} from the group?', { name: profile.name }),
                  })}`,
                })
              }
            </li>`,
        )}
      </ul>
      <h2 class="chat-heading">Add people</h2>
      <form class="search-row" action="/messages/${id}/details" method="get" role="search">
        ${searchField(t('Search people'), words ?? '')} ${button({ label: t('Search') })}
      </form>
      <ul class="chat-people">
        ${found.map(
          (person) =>
            html`<li>
              <span class="chat-person">${avatar(person)}<span>${person.name}</span></span>
              ${buttonForm({
                to,
                fields: { do: 'add', account: person.id },
                ...addButton(),
                data: { 'aria-label': t('Add {name}', { name: person.name }) },
              })}
            </li>`,
        )}
      </ul>`,
  );
}

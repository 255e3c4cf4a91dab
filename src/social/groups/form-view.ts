import { avatar } from '../../web/components/people.ts';
import { card, pageHeader } from '../../web/components/surfaces.ts';
import { fileField, pictureTypes } from '../../web/components/fields/file-field.ts';
import { radioGroup, selectField } from '../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { t } from '../../web/translation/translate.ts';
import { type Group, pathOfGroup } from '../access/group.ts';
import {
  longestGroupAbout,
  longestQuestion,
  longestRules,
  longestGroupTitle,
  maxQuestions,
} from './groups.ts';
import type { GroupPlan } from './paid.ts';
import { section } from './views.ts';

/** The form of a new group, or of one to edit. */
export function groupFormView(state: FormState, group?: Group, plans: readonly GroupPlan[] = []): View {
  const title = group ? t('Edit group') : t('New group');
  const given = group && {
    kind: group.kind,
    title: group.title,
    about: group.about,
    rules: group.rules,
    ...Object.fromEntries(group.questions.map((question, at) => [`question${at + 1}`, question])),
  };
  const values = { kind: 'public', ...given, ...state.values };
  const field = bind({ ...state, values });
  const here = group ? pathOfGroup(group) : '/groups';
  return {
    title,
    section,
    body: html`${pageHeader({ above: html`<p><a dir="auto" href="${here}">${group?.title ?? t('Groups')}</a></p>`, title })}
    ${card({
      body: form({
        action: group ? `${here}/edit` : '/groups/new',
        state: state.errors?.file || state.errors?.plan ? {} : state,
        submit: group ? t('Save changes') : t('Add group'),
        cancel: { label: t('Cancel'), href: here },
        body: html`${textField({ ...field('title'), label: t('Title'), maxlength: longestGroupTitle, autocomplete: 'off', required: true })}
        ${radioGroup({
          name: 'kind',
          label: t('Who can join'),
          value: values.kind,
          error: state.errors?.kind,
          choices: [
            {
              value: 'public',
              label: t('Public group'),
              hint: t('Members of this site find, read and join it.'),
            },
            {
              value: 'closed',
              label: t('Closed group'),
              hint: t('Members of this site find it and request to join.'),
            },
            {
              value: 'secret',
              label: t('Secret group'),
              hint: t('Only its members see it. People join by invitation.'),
            },
          ].filter(({ value }) => !group || group.kind === 'public' || value !== 'public'),
        })}
        ${textArea({ ...field('about'), label: t('Description'), rows: 4, maxlength: longestGroupAbout, required: false })}
        ${textArea({
          ...field('rules'),
          label: t('Rules'),
          hint: t('People accept them when they join.'),
          rows: 4,
          maxlength: longestRules,
          required: false,
        })}
        ${Array.from({ length: maxQuestions }, (_, at) =>
          textField({
            ...field(`question${at + 1}`),
            label: t('Question {number} for people who request to join', { number: at + 1 }),
            maxlength: longestQuestion,
            required: false,
          }),
        )}`,
      }),
    })}
    ${group && pictureCard(group, state)} ${group && plans.length > 0 && planCard(group, plans, state)}
    ${
      group?.role === 'owner' &&
      card({
        title: t('Delete group'),
        danger: true,
        lead: t('Nobody sees its posts afterwards.'),
        body: buttonForm({
          to: `${here}/delete`,
          label: t('Delete group'),
          kind: 'danger',
          icon: 'trash-2',
          confirm: t('Delete {title}?', { title: group.title }),
        }),
      })
    }`,
  };
}

const pictureCard = (group: Group, state: FormState): Html =>
  card({
    title: t('Picture'),
    lead: t('Square, shown next to the name.'),
    body: html`${
      group.portrait !== null &&
      html`<div class="own-picture">
        ${avatar({ id: group.id, name: group.title, picture: group.portrait }, 'huge')}
        ${buttonForm({
          to: `${pathOfGroup(group)}/picture/remove`,
          label: t('Remove'),
          kind: 'quiet',
          confirm: t('Remove the picture?'),
        })}
      </div>`
    }
    ${form({
      action: `${pathOfGroup(group)}/picture`,
      upload: true,
      submit: t('Save picture'),
      submitKind: 'quiet',
      state: state.errors?.file ? state : {},
      body: fileField({
        ...bind(state)('file'),
        label: t('Picture'),
        hint: t('JPEG, PNG, WebP, AVIF or GIF, at most 16 MiB.'),
        accept: pictureTypes,
      }),
    })}`,
  });

const planCard = (group: Group, plans: readonly GroupPlan[], state: FormState): Html =>
  card({
    title: t('Paid group'),
    lead: t('New members subscribe to a plan of yours, and leave the group when their subscription ends.'),
    body: form({
      action: `${pathOfGroup(group)}/plan`,
      submit: t('Save changes'),
      submitKind: 'quiet',
      state: state.errors?.plan ? state : {},
      body: selectField({
        name: 'plan',
        label: t('Plan'),
        value: group.plan?.id ?? '',
        error: state.errors?.plan,
        empty: t('None: the group is free'),
        required: false,
        choices: plans.map(({ id, title }) => ({ value: id, label: title })),
      }),
    }),
  });

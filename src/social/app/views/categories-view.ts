import { t } from '../../../web/translation/translate.ts';
import { operator } from '../../../identity/components/operator-frame.ts';
import { button } from '../../../web/components/controls.ts';
import { card, emptyState } from '../../../web/components/surfaces.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { categoryKinds, type Category, type CategoryKind } from '../../categories.ts';
import { positionField } from '../../components/line-list.ts';

const titles = (): Record<CategoryKind, string> => ({
  pages: t('Pages'),
  blogs: t('Articles'),
  forums: t('Forums'),
  questions: t('Questions'),
  groups: t('Groups'),
  events: t('Events'),
  market: t('Market'),
  offers: t('Offers'),
  jobs: t('Jobs'),
  courses: t('Courses'),
  movies: t('Movies'),
});

/** Categories by kind of content. */
export function categoriesView(kind: CategoryKind, categories: readonly Category[], state: FormState): View {
  const changed = state.values?.id;
  const tops = categories.filter(({ parentId }) => parentId === null);
  const inOrder = tops.flatMap((top) => [top, ...categories.filter(({ parentId }) => parentId === top.id)]);
  return operator(
    t('Categories'),
    '/operator/categories',
    html`${tabs(
      t('Content types'),
      categoryKinds.map((each) => ({
        label: titles()[each],
        href: `/operator/categories?kind=${each}`,
        current: each === kind,
      })),
    )}
    ${card({
      title: titles()[kind],
      body: html`${
        inOrder.length === 0 &&
        emptyState({
          illustration: 'quiet',
          title: t('No categories yet'),
          text: t('Add the first one below.'),
        })
      }
      ${inOrder.map((category) => row(category, tops, changed === category.id ? state : {}))}`,
    })}
    ${card({
      title: t('Add a category'),
      body: form({
        action: '/operator/categories',
        state: changed === undefined ? state : {},
        submit: t('Add'),
        submitKind: 'quiet',
        body: html`<input
            type="hidden"
            name="kind"
            value="${kind}"
          />${nameField('new', changed === undefined ? state : {})}
          ${parentField('new', tops, changed === undefined ? state.values?.parent : undefined)}`,
      }),
    })}`,
  );
}

const nameField = (id: string, state: FormState, name?: string): Html =>
  textField({
    name: 'name',
    id: `name-${id}`,
    label: name === undefined ? t('Name') : t('Name of {name}', { name }),
    hideLabel: name !== undefined,
    value: state.values?.name ?? name,
    error: state.errors?.name,
    maxlength: 60,
    required: true,
  });

const parentField = (id: string, tops: readonly Category[], value: string | undefined, name?: string): Html =>
  selectField({
    name: 'parent',
    id: `parent-${id}`,
    label: name === undefined ? t('Parent category') : t('Parent category of {name}', { name }),
    hideLabel: name !== undefined,
    value,
    empty: t('Top level'),
    choices: tops
      .filter((top) => top.id !== id)
      .map((top) => ({ value: top.id, label: t('Below {name}', { name: top.name }) })),
  });

const row = (category: Category, tops: readonly Category[], state: FormState): Html =>
  html`<div class="row-form">
    <form class="row-form" action="/operator/categories" method="post" novalidate>
      <input type="hidden" name="kind" value="${category.kind}" /><input
        type="hidden"
        name="id"
        value="${category.id}"
      />
      ${nameField(category.id, state, category.name)}
      ${parentField(category.id, tops, state.values?.parent ?? category.parentId ?? '', category.name)}
      ${positionField({
        id: `position-${category.id}`,
        label: t('Position of {name}', { name: category.name }),
        value: category.position,
        state,
      })}
      ${button({ label: t('Save'), small: true })}
    </form>
    ${buttonForm({
      to: '/operator/categories/hide',
      label: t('Remove'),
      kind: 'plain',
      small: true,
      fields: { kind: category.kind, id: category.id, hidden: 'yes' },
      confirm: t('Remove {name}? Content in this category is not deleted.', { name: category.name }),
    })}
  </div>`;

import { t } from '../../../kernel/translation/translate.ts';
import type { FormState } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import { editView } from '../../owned/components/edit-view.ts';
import type { Tag } from '../tag.ts';
import { tagFields } from '../components/tag-fields.ts';

/** The page for editing a tag. */
export const tagFormView = ({ id, name }: Tag, state: FormState): View =>
  editView({
    section: 'tags',
    title: t('Edit tag'),
    list: { label: t('Tags'), href: '/dashboard/tags' },
    name,
    action: `/dashboard/tags/${id}/edit`,
    state,
    fields: tagFields(state),
  });

import { t } from '../translate.ts';

/** Whether a file is a picture. Some browsers do not know the type of HEIC. */
export const isPicture = ({ type, name }: File): boolean =>
  type.startsWith('image/') || /\.hei[cf]$/i.test(name);

/** Uploads a picture, and returns its address and a first alternative text. Throws an error with the reason. */
export async function uploadPicture(picture: File): Promise<{ address: string; alt: string }> {
  const form = new FormData();
  form.set('type', 'photos');
  form.set('file', picture);
  const answer = await fetch('/apis/php/data/upload', {
    method: 'POST',
    body: form,
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
  }).catch(() => undefined);
  const { data, message } = ((await answer?.json().catch(() => undefined)) ?? {}) as {
    data?: string;
    message?: string;
  };
  if (!answer?.ok || !data) throw new Error(message ?? t`The image could not be uploaded`);
  const alt = picture.name.replace(/\.\w+$/, '').replaceAll(/[[\]\n]/g, ' ');
  return { address: `/content/uploads/${data}`, alt };
}

import sharp from 'sharp';
import type { World } from '../../ask-plaza.ts';
import type { Viewer } from '../../../src/platform/app.ts';

const png = (color: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer();

/** Uploads a photo and returns its path. */
export async function upload({ plaza }: World, person: Viewer, color = '#369'): Promise<string> {
  const file = { field: 'file', name: 'a.png', body: await png(color) };
  const { body } = await plaza.upload(person, '/apis/php/data/upload', { type: 'photos' }, file);
  return body.data as string;
}

/** Publishes a post with the photo and returns its id. */
export const publish = async (
  world: World,
  person: Viewer,
  photo: string,
  privacy: string,
): Promise<string> => {
  const body = { message: 'With a photo', privacy, photos: [photo] };
  const { body: answer } = await world.plaza.api(person, 'POST', '/apis/php/posts/post', body);
  return (answer.data as { id: string }).id;
};

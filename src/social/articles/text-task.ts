import { preparing } from '../text/prepared.ts';

/** Computes functions of long texts. Loads every module that declares one by `ofText`. */
export const textTask = {
  ...preparing,
  load: async () => {
    await Promise.all([
      import('../moderation/text-marks.ts'),
      import('../text/rendered.ts'),
      import('../text/changes.ts'),
      import('../posts/article-markup.ts'),
    ]);
    return preparing.load();
  },
};

import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { backupOf, forumTables } from '../../../../test/peers/discourse-backup.ts';
import { countsOf, uploadArchive } from '../../../../test/moving/imports.ts';

testPlaza(
  'solutions are read of every version, and groups moderate only if the site lets them',
  async (world) => {
    const { app } = world;
    const rest = { ...forumTables(), discourse_solved_solved_topics: [] };
    const at = '2021-01-02 00:00:00';
    for (const [stored, marked] of [
      [
        {
          topic_custom_fields: [
            { topic_id: 2, name: 'accepted_answer_post_id', value: '13', created_at: at },
          ],
        },
        13,
      ],
      [
        {
          discourse_solved_solved_topics: [{ id: 9, topic_id: 2, created_at: at, updated_at: at }],
          discourse_solved_topic_answers: [
            {
              solved_topic_id: 9,
              answer_post_id: 16,
              accepter_user_id: 999,
              created_at: '2021-01-03 00:00:00',
            },
            { solved_topic_id: 9, answer_post_id: 13, accepter_user_id: 1, created_at: at },
          ],
        },
        16,
      ],
    ] as const) {
      const tables = { ...rest, site_settings: [{ id: 1, name: 'title', value: 'Bakers' }], ...stored };
      const found = await uploadArchive(world, await backupOf(tables));
      const counts = countsOf(found);
      assert.ok(counts.includes('solution waiting 1'), String(marked));
      assert.ok(!counts.some((count) => count.startsWith('forum_moderator')));
      const { source } = await app.db
        .selectFrom('social.import_entry')
        .where('import_id', '=', found.id)
        .where('kind', '=', 'solution')
        .select('source')
        .executeTakeFirstOrThrow();
      assert.equal(source, `https://forum.example/t/2/${marked === 13 ? 2 : 5}`);
    }
  },
);

import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';

testPlaza(
  'a question can be asked, answered, voted on and accepted without scripts',
  async ({ ada, bob, plaza }) => {
    const typed = { title: 'How do I keep bread?', text: 'It is **stale**.', tags: 'bread' };
    await plaza.form(bob, '/questions', { title: 'Keeping bread fresh', text: 'How?' });
    const preview = await plaza.form(ada, '/questions', { ...typed, act: 'preview' });
    assert.equal(preview.status, 200);
    assert.match(preview.text, /<strong>stale<\/strong>/);
    assert.match(preview.text, /Keeping bread fresh/, 'the preview shows similar questions');

    const asked = await plaza.form(ada, '/questions', typed);
    assert.equal(asked.status, 303, asked.text);
    const path = String(asked.headers.location);
    const id = /^\/questions\/(\d+)\/how-do-i-keep-bread$/.exec(path)?.[1] ?? '';
    const moved = await plaza.page(undefined, `/questions/${id}/wrong?page=2`);
    assert.deepEqual([moved.status, moved.headers.location], [301, `${path}?page=2`]);
    assert.equal(
      (await plaza.page(undefined, `/questions/${id}?answer=1`)).headers.location,
      `${path}?answer=1`,
    );

    const answered = await plaza.form(bob, `/questions/answer/${id}`, { text: 'In a *linen* bag.' });
    const answer = /answer=(\d+)#/.exec(String(answered.headers.location))?.[1] ?? '';
    assert.equal((await plaza.form(bob, `/questions/vote/${id}`, { vote: 'up' })).status, 303);
    assert.equal((await plaza.form(ada, `/questions/vote/${answer}`, { vote: 'up' })).status, 303);
    assert.equal((await plaza.form(bob, `/questions/accept/${answer}`, { do: 'accept' })).status, 403);
    assert.equal((await plaza.form(ada, `/questions/accept/${answer}`, { do: 'accept' })).status, 303);

    const { text } = await plaza.page(undefined, path);
    assert.match(text, /<em>linen<\/em>/);
    const data = /<script type="application\/ld\+json">\s*([\s\S]*?)\s*<\/script>/.exec(text)?.[1] ?? '{}';
    const { mainEntity } = JSON.parse(data) as {
      mainEntity: Record<string, unknown> & { acceptedAnswer: object };
    };
    const { name, text: body, answerCount, upvoteCount, acceptedAnswer } = mainEntity;
    assert.deepEqual([name, body, answerCount, upvoteCount], ['How do I keep bread?', 'It is stale.', 1, 1]);
    assert.partialDeepStrictEqual(acceptedAnswer, {
      '@type': 'Answer',
      text: 'In a linen bag.',
      upvoteCount: 1,
      url: `http://plaza.test/questions/${id}?answer=${answer}#post-${answer}`,
      author: { '@type': 'Person', name: 'Bob Test' },
    });
    const twin = await plaza.page(undefined, path, { accept: 'text/markdown' });
    assert.match(twin.text, /^# How do I keep bread\?[\s\S]*### Accepted answer by Bob Test \(@bob\)/);
    for (const list of ['', '?sort=solved', '?tag=bread', '?q=bread'])
      assert.match((await plaza.page(undefined, `/questions${list}`)).text, /How do I keep bread\?/, list);
    assert.equal((await plaza.form(ada, `/posts/${id}/delete`)).status, 409);
  },
);

testPlaza(
  'a rejected question keeps the typed text, and moderators can close questions',
  async ({ ada, bob, olga, plaza }) => {
    const refused = await plaza.form(ada, '/questions', { title: '', text: 'Why?', tags: 'a' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Enter a title/);
    assert.match(refused.text, /Why\?/);
    const asked = await plaza.form(ada, '/questions', { title: 'Why?', text: 'Tell.' });
    const id = /\d+/.exec(String(asked.headers.location))?.[0] ?? '';
    assert.equal((await plaza.form(ada, `/questions/close/${id}`, { because: 'No' })).status, 403);
    assert.equal((await plaza.form(olga, `/questions/close/${id}`, { duplicate_of: 'x' })).status, 422);
    assert.equal((await plaza.form(olga, `/questions/close/${id}`, { because: 'Too wide' })).status, 303);
    assert.match((await plaza.page(bob, `/questions/${id}/why`)).text, /Too wide/);
    assert.equal((await plaza.form(bob, `/questions/answer/${id}`, { text: 'Because' })).status, 409);
    assert.equal((await plaza.form(olga, `/questions/reopen/${id}`)).status, 303);
    await plaza.form(ada, `/questions/edit/${id}`, { title: 'Why not?', text: 'Tell me.', tags: 'reason' });
    assert.match((await plaza.page(undefined, `/questions/${id}/why-not`)).text, /Tell me\./);
  },
);

testPlaza(
  'questions can be asked, answered, voted on, accepted and listed through the API',
  async ({ ada, bob, plaza }) => {
    const base = '/apis/php/questions';
    const asked = await plaza.api(ada, 'POST', `${base}/question`, {
      title: 'Which tea?',
      text: 'Hm.',
      tags: ['tea'],
    });
    const { post_id: id } = asked.body.data as { post_id: string };
    const answer = await plaza.api(bob, 'POST', `${base}/answer`, { question_id: id, text: 'Assam.' });
    const { post_id: answerId } = answer.body.data as { post_id: string };
    await plaza.api(ada, 'POST', `${base}/vote`, { post_id: answerId, vote: 'up' });
    await plaza.api(ada, 'POST', `${base}/accept`, { do: 'accept', answer_id: answerId });
    const read = await plaza.api(undefined, 'GET', `${base}/question/${id}`);
    assert.partialDeepStrictEqual(read.body.data, {
      question: {
        title: 'Which tea?',
        tags: ['tea'],
        solved: true,
        replies: 1,
        accepted_answer_id: answerId,
      },
      answers: [{ text: 'Assam.', accepted: true, score: 1, i_vote: 'none' }],
    });
    const list = await plaza.api(undefined, 'GET', `${base}?sort=solved&tag=tea`);
    assert.equal((list.body.data as object[]).length, 1);
    const similar = await plaza.api(undefined, 'GET', `${base}/similar?title=tea`);
    assert.equal((similar.body.data as object[]).length, 1);
    assert.equal(
      (await plaza.api(bob, 'PUT', `${base}/question/${id}`, { title: 'T', text: 'T' })).status,
      403,
    );
    assert.equal((await plaza.api(ada, 'POST', `${base}/vote`, { post_id: id, vote: 'up' })).status, 403);
    assert.equal((await plaza.api(ada, 'GET', `${base}/question/999`)).status, 404);
  },
);

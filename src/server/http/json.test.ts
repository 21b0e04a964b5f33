import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testApp } from '../test/test.app.ts';
import { namesTwice } from './json.ts';

test('no JSON that a program writes names a field twice', () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'large' }), (value) => {
      expect(namesTwice(JSON.stringify(value))).toBe(false);
    }),
  );
});

test.each([
  ['{"a":1,"a":2}', true],
  ['{"a":{"b":1},"c":[{"a":1},{"a":2}],"b":3}', false],
  ['{"a":[{"b":1,"b":2}]}', true],
  ['{"a":1,"\\u0061":2}', true],
  ['{"a":"\\"","b":"a\\\\","c":"\\\\\\","}', false],
  ['["a","a"]', false],
  ['{"a":"a","b":"a"}', false],
  ['{"": 1, "": 2}', true],
  [' { "a" : { } , "a" : [ ] } ', true],
])('%s: %s', (text, expected) => expect(namesTwice(text)).toBe(expected));

test('a body that names a field twice, or is in another encoding, is refused', async () => {
  const app = await testApp();
  const editor = await app.as('editor');
  const send = (payload: string, type = 'application/json') =>
    editor.raw({ method: 'POST', url: '/api/v1/products', headers: { 'content-type': type }, payload });
  expect((await send('{"ph":5,"ph":6}')).status).toBe(400);
  expect((await send('{"ph":5}', 'application/json; charset=utf-16')).status).toBe(415);
  expect((await send('{"ph":5}', 'application/json; charset=UTF-8')).status).toBe(201);
  await app.close();
});

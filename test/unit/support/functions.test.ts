import { describe, expect, it } from 'vitest';
import { functionsOf } from '../../support/functions.ts';

describe('functionsOf', () => {
  it('measures functions, methods and arrow functions, nested ones too', () => {
    const text = `function one() {
  return {
    two() {
      return 2;
    },
  };
}
const three = () => 3;
`;
    expect(functionsOf('x.ts', text).map(({ name, lines }) => [name, lines])).toEqual([
      ['one', 7],
      ['two', 3],
      ['three', 1],
    ]);
  });

  it.each([
    ["app.get('/a', show);\napp.post('/b', act);", true],
    ["const shared = {};\napp.get('/a', shared);", true],
    ["app.get('/a', show);\nif (x) y();", false],
    ['const nothing = 1;', false],
  ])('recognizes lists of routes: %j', (body, expected) => {
    expect(functionsOf('x.ts', `function f() {\n${body}\n}`)[0]!.isListOfRoutes).toBe(expected);
  });
});

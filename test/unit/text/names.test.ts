import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prose } from '../../../src/core/text.ts';
import { memberLine, memberName } from '../../../src/core/text-names.ts';
import { currentFile, lookAlikesFile } from '../../checks/look-alikes.ts';

const name = memberName(80, { min: 1 });
const ruleOf = (value: string) => (name.safeParse(value).error?.issues[0] as { params?: unknown } | undefined)?.params;

describe('names of members', () => {
  it('cannot imitate a verification', () => {
    for (const mark of ['✓', '✔', '✔\ufe0f', '☑', '✅', '🗸', '🗹', '\u{1fbb1}', '√', '\u{10102}']) {
      expect(ruleOf(`Ada ${mark}`), mark).toEqual({ rule: 'verification_mark' });
    }
    for (const value of ['Verified Ltd', 'Ada ★', 'Checkmark', 'Ⓥ']) expect(ruleOf(value)).toBeUndefined();
  });

  it('cannot imitate the service', () => {
    const alike = [
      ...['pronet', 'PRONET', 'p r o n e t', 'pronet Support', 'Pronet Security', 'PronetSupport', 'pronetsupport'],
      ...[
        'The official ProNet team',
        'Support (pronet)',
        'P.R.O.N.E.T admin',
        'Pro Net staff',
        'pronet_admin',
        'Pr0net',
      ],
      ...[
        'Ｐｒｏｎｅｔ Ｔｅａｍ',
        '𝐏𝐫𝐨𝐧𝐞𝐭 𝐀𝐝𝐦𝐢𝐧',
        'Рrоnеt Suрроrt',
        'ΡRΟΝΕΤ ΤΕΑΜ',
        'prõnét séçurity',
        'ᴘʀᴏɴᴇᴛ ꜱᴜᴘᴘᴏʀᴛ',
        'ⓟronet help',
      ],
      ...[
        'pro\u200bnet sup\u00adport',
        'pronet 0fficial',
        'Pronet Moderati0n',
        'pronet customer care',
        'Pronet ѕесurіtу',
      ],
      ...['The Pronet', 'Pronet Account', 'Pronet Login', 'Pronet Payments', 'Pronet HQ', 'Pronet verification'],
    ];
    for (const value of alike) expect(ruleOf(value), value).toEqual({ rule: 'service_name' });
    const honest = [
      ...[
        'Pronet Solutions',
        'Impronet Team',
        'Support Group Berlin',
        'Verified Ltd',
        'Pronet Steam Engines',
        'Ada Lovelace',
      ],
      ...['Unofficial Guide', 'Rob Admin-Miller', 'Security First', 'Official Coffee Roasters'],
      ...[
        'Пётр Иванов',
        '山田太郎',
        'Προνετ',
        'محمد علي',
        'נועה כהן',
        'Nguyễn Văn An',
        'สมชาย ใจดี',
        'Élodie',
        'Pro Networks',
      ],
    ];
    for (const value of honest) expect(ruleOf(value), value).toBeUndefined();
  });

  it('cannot be a role of the staff alone, or end in a claim of verification', () => {
    const claims = [
      ...[
        'Admin',
        'ADM1N',
        'Moderator',
        'Support',
        'Security team',
        'The Security Team',
        'Trust and Safety',
        'Trust & Safety',
        'Ѕuрроrt',
      ],
      ...['[deleted]', 'Deleted member', 'Acme | Verified member', 'Acme Verified Account', 'Acme, official profile'],
      ...[
        'Acme (verified)',
        'Acme [VERIFIED]',
        'Acme – officiaI',
        'Acme ᴠᴇʀɪꜰɪᴇᴅ',
        'Acme vеrіfіеd.',
        'Acme Verified!!',
        'Official!$',
      ],
    ];
    for (const value of claims) expect(ruleOf(value), value).toEqual({ rule: 'service_name' });
  });

  it('cannot spell these on badges or as one word', () => {
    const claims = [
      ...['🅟🅡🅞🅝🅔🅣', '🅿🆁🅾🅽🅴🆃 🆂🆄🅿🅿🅾🆁🆃', 'pr🅾️net', '🅐🅓🅜🅘🅝', '🆂🅴🅲🆄🆁🅸🆃🆈 Team'],
      ...['Acme 🅥🅔🅡🅘🅕🅘🅔🅓', 'Acme🆅🅴🆁🅸🅵🅸🅴🅳', 'Acme🅾🅵🅵🅸🅲🅸🅰🅻', '🅥erified'],
      ...[
        'acmeverified',
        'AcmeVerified',
        'acmeofficial',
        'Acme shopofficiaI',
        'acmevеrіfіеd',
        'acme𝘷𝘦𝘳𝘪𝘧𝘪𝘦𝘥',
        'brandauthenticated!',
      ],
    ];
    for (const value of claims) expect(ruleOf(value), value).toEqual({ rule: 'service_name' });
    const honest = [
      ...[
        'unverified',
        'Unverified Labs',
        'Acme Unofficial',
        'acmeunofficial',
        'AcmeUnofficial',
        'reverified',
        'nonofficial',
      ],
      ...[
        'semiofficial',
        'Verifiedly',
        'verifiedacme',
        'Officialdom',
        'Reofficials',
        '🅱obby Example',
        'Vitamin 🅱',
        '🅰🅱 Group',
        'Ada 🇩🇪',
      ],
    ];
    for (const value of honest) expect(ruleOf(value), value).toBeUndefined();
  });

  it('are compared by the current confusables of the package that carries them', () => {
    expect(currentFile()).toBe(lookAlikesFile());
  });

  it('are not changed again', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom(
        '\u200b',
        '\u200d',
        '\u200c',
        '\ufe0f',
        '\u200e',
        '👩',
        '🏴',
        '\u{e0067}',
        '\u{e007f}',
        'ش',
        'क',
        ' ',
        '葛',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const first = name.safeParse(parts.join(''));
        if (first.success) expect(name.parse(first.data)).toBe(first.data);
      }),
      { numRuns: 300 },
    );
  });
});

describe('texts of members', () => {
  const stored = (value: string) => prose(100).parse(value);

  it('lose tag characters, except in flags of regions', () => {
    expect(stored('Hi\u{e0041}\u{e0042}!')).toBe('Hi!');
    const wales = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}';
    expect(stored(`${wales} \u{e007f}`)).toBe(`${wales} `);
    expect(stored('\u{1f3f4}\u{e0061}\u{e0070}\u{e0070}\u{e0072}\u{e006f}\u{e0076}\u{e0065}\u{e007f}')).toBe(
      '\u{1f3f4}',
    );
  });

  const ivs = (number: number) => String.fromCodePoint(0xe0100 + number);
  const long = [...'hidden'].map((letter) => ivs(letter.charCodeAt(0) - 16)).join('');
  it.each([
    ['behind an emoji', '❤\ufe0f ❤\ufe0e ©\ufe0f', null],
    ['in a sequence of emoji', '🏳\ufe0f\u200d🌈 👁\ufe0f\u200d🗨\ufe0f', null],
    ['in a keycap', '1\ufe0f\u20e3 #\ufe0f\u20e3', null],
    ['behind a modifier of an emoji', '✌🏽\ufe0f', null],
    ['behind an ideograph', `葛${ivs(0)}城 辻${ivs(1)}`, null],
    ['behind an ideograph for compatibility', '城\ufe00 侮\ufe02', null],
    ['behind a letter of Myanmar', 'က\ufe00', null],
    ['of Mongolian', 'ᠠ\u180b ᠭ\u180c', null],
    ['behind an emoji, more than one', `❤\ufe0f\ufe0f ☺\ufe0e\ufe0f${long}!`, '❤\ufe0f ☺\ufe0e!'],
    ['behind an emoji, of another kind', `😀${long}!`, '😀!'],
    ['behind an ideograph, more than one', `葛${ivs(0)}${long}城`, `葛${ivs(0)}城`],
    ['behind an ideograph, of another kind', '葛\ufe0f\ufe03城', '葛城'],
    ['behind a letter', `A${long}d\ufe0fa\ufe00!`, 'Ada!'],
    ['behind a combining mark', 'e\u0323\ufe0f!', 'ẹ!'],
    ['at the beginning', `${long}x`, 'x'],
    ['behind a space', `x ${long}y`, 'x y'],
  ])('keep or lose variation selectors %s, as names do', (_where, value, left) => {
    expect(stored(value).normalize('NFC')).toBe((left ?? value).normalize('NFC'));
    expect(name.parse(value)).toBe((left ?? value).normalize('NFC'));
  });

  it('keep bidi controls in pairs within a line only', () => {
    for (const whole of ['a\u202eb\u202cc', '\u2067x\u2069', '\u2067\u202ex\u202c\u2069'])
      expect(stored(whole)).toBe(whole);
    expect(stored('a\u202eb')).toBe('ab');
    expect(stored('x\u2069y\u202c')).toBe('xy');
    expect(stored('\u2067\u202ex\u2069y'), 'an isolate ends what it contains').toBe('\u2067x\u2069y');
    expect(stored('\u202ea\nb\u202c'), 'a line is a paragraph').toBe('a\nb');
  });
});

describe('occupations', () => {
  const occupation = memberLine(120, { min: 0 });
  const isFine = (value: string) => occupation.safeParse(value).success;

  it('cannot claim a verification, or to be the staff of the service', () => {
    for (const value of [
      ...['Verified by pronet', '[verified]', 'CEO (verified)', 'ᴠᴇʀɪꜰɪᴇᴅ', 'Official', 'Official account'],
      ...['Pronet Support', 'The official ProNet team', 'Ada ✓'],
    ])
      expect(isFine(value), value).toBe(false);
  });

  it('can be what people do', () => {
    for (const value of [
      ...['', 'Security', 'Moderator', 'System administrator', 'Support', 'Customs official', 'Team lead'],
      ...['Verified Ltd, accounting', 'Certified public accountant'],
    ])
      expect(isFine(value), value).toBe(true);
  });
});

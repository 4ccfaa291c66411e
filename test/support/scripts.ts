/**
 * What texts in each script look like, and what the server makes of them. One table for everything that reads texts:
 * `test/unit/text/scripts.test.ts` and `test/areas/search/scripts.test.ts`. Add what a script needs to its row.
 */
export type Script = {
  script: string;
  /** A text, and the addresses in it. */
  links: [text: string, urls: string[]][];
  /** A text, and the usernames that it mentions. */
  mentions: [text: string, usernames: string[]][];
  /** An address as typed, and as it is stored. */
  emails: [typed: string, stored: string][];
  /** A name that stays as it is, and searches that find it. */
  names: [name: string, ...queries: string[]][];
  /** A name as typed, and as it is shown. */
  shown?: [typed: string, shown: string][];
  /** The text of a post, and searches that find it. */
  posts: [text: string, ...queries: string[]][];
  /** What readers see as one character. */
  graphemes: string[];
  /** Looks like a username, and is none. */
  noUsernames: string[];
};

const A = 'https://example.org/a';
const B = 'https://example.org/b';

// biome-ignore format: a line for each case
export const SCRIPTS: readonly Script[] = [
  {
    script: 'Chinese',
    links: [
      [`${A}，后面`, [A]],
      [`${A}、${B}；${A}`, [A, B, A]],
      [`（${A}）《${B}》`, [A, B]],
      ['https://例子.example/路径/页', ['https://例子.example/路径/页']],
    ],
    mentions: [['谢谢@ada和@ben_c。', ['ada', 'ben_c']], ['葛\u{e0100}@ada', ['ada']]],
    emails: [['u@例子.example', 'u@xn--fsqu00a.example']],
    names: [['王小明', '王', '小明', '王小明', '王 小明'], ['欧阳·修', '欧阳修', '欧阳', '修']],
    posts: [['数据库测试文档', '测试', '文档', '数据库', '数据'], ['版本２０２４发布', '2024', '２０２４', '发布'], ['ＡＰＩ接口', 'api', 'ＡＰＩ', '接口']],
    graphemes: ['葛\u{e0100}', '〇\ufe00'],
    noUsernames: ['小明小', 'ａｄａ'],
  },
  {
    script: 'Japanese',
    links: [
      [`詳細は${A}。次`, [A]],
      [`｢${A}｣｡${B}､`, [A, B]],
      ['https://example.orgを見て', ['https://example.org']],
      ['http://例え.テスト/パス・名', ['http://例え.テスト/パス・名']],
    ],
    mentions: [
      ['@adaさん、こんにちは@ben_cさん', ['ada', 'ben_c']],
      ['サーバー@adaー', ['ada']],
      ['か\u3099@ada', ['ada']],
      ['ｻｰﾊﾞｰ@adaｰ', ['ada']],
    ],
    emails: [['u@例え.テスト', 'u@xn--r8jz45g.xn--zckzah'], ['u@例え。テスト', 'u@xn--r8jz45g.xn--zckzah']],
    names: [
      ['田中太郎', '田中', '太郎', '田', '郎', '中太', '田中 太郎'],
      ['マリー・キュリー', 'マリーキュリー', 'マリー', 'キュリー', 'ﾏﾘｰ', 'ﾏﾘｰｷｭﾘｰ'],
      ['ｶﾞﾘﾚｵ･ｶﾞﾘﾚｲ', 'ガリレオ', 'ガリレオガリレイ'],
      ['葛\u{e0100}城 花子', '葛城', '葛城花子'],
    ],
    posts: [
      ['東京都に新しい橋ができました。React で作りました', '東京', '京都', '橋', '新しい橋', 'react', '東京 react'],
      ['ｶﾀｶﾅとパソコン', 'カタカナ', 'ﾊﾟｿｺﾝ', 'ハ\u309aソコン'],
    ],
    graphemes: ['か\u3099', 'ﾊ\u309a'],
    noUsernames: ['あいう', 'adaー'],
  },
  {
    script: 'Korean',
    links: [
      [`${A}？ https://example.org를 보세요`, [A, 'https://example.org']],
      ['https://example.org/한국어를', ['https://example.org/한국어를']],
    ],
    mentions: [['@ada님 @ben은', ['ada', 'ben']], ['안녕@ada', ['ada']]],
    emails: [['u@한국.example', 'u@xn--3e0b707e.example']],
    names: [['김민준', '김', '민준', '김 민준', '김민준'.normalize('NFD')], ['박 서준', '박서준', '박', '서준']],
    posts: [['서울에서 만나요', '서울', '만나'], ['한국어 회의'.normalize('NFD'), '한국어', '회의', '회의'.normalize('NFD')]],
    graphemes: ['\u1112\u1161\u11ab', '각'],
    noUsernames: ['김민준', 'ada\u3164'],
  },
  {
    script: 'Thai',
    links: [['ดู https://example.org/ไทย นี่', ['https://example.org/ไทย']]],
    mentions: [['ขอบคุณ@adaครับ', ['ada']]],
    emails: [['u@ไทย.example', 'u@xn--o3cw4h.example']],
    names: [['สมหญิง รักไทย', 'สมหญิงรักไทย', 'รักไทย', 'สมหญิง']],
    posts: [['สวัสดีครับ', 'สวัสดี', 'ครับ'], ['น้ำท่วมปี ๒๕๖๗', 'น\u0e49\u0e4d\u0e32ท่วม', '2567', '๒๕๖๗']],
    graphemes: ['กิ่', 'น้ำ'],
    noUsernames: ['สมชาย', 'ada๑'],
  },
  {
    script: 'Arabic',
    links: [[`انظر ${A}؟ و ${B}،`, [A, B]]],
    mentions: [['مرحبا @ada كيف', ['ada']], ['(@ada)، @ben؟', ['ada', 'ben']], ['و@ada ل@benمرحبا', ['ada', 'ben']]],
    emails: [['u@مثال.example', 'u@xn--mgbh0fb.example']],
    names: [
      ['أحمد الشريف', 'احمد', 'الشر', 'شريف', 'أَحْمَد', 'احمدالشريف'],
      ['خالد الرشيد', 'رشيد', 'الرشيد', 'خالدالرشيد'],
      ['مصطفى علي', 'مصطفي', 'علی', 'علىِ'],
      ['عبدالرحمن القحطاني', 'عبد الرحمن', 'عبد الرح', 'القحطاني عبد الرحمن', 'عبد الرحمن القحطاني'],
    ],
    shown: [['محمد عبد\u200cالله', 'محمد عبد\u200cالله']],
    posts: [
      ['افتُتِح الجسرُ الجديد في الإمارات', 'افتتح', 'الجسر', 'الامارات', 'الجـــديد'],
      ['مؤتمر ٢٠٢٤ في المدرسة', '2024', '۲۰۲۴', 'المدرسه', 'مؤتمر'],
      ['\ufe8f كتاب ﷲ', 'ب', 'کتاب', 'الله'],
    ],
    graphemes: ['بً', 'لّٰ'],
    noUsernames: ['أحمد', 'ada٢'],
  },
  {
    script: 'Persian',
    links: [['https://کیهان‌ها.example/خانه', ['https://کیهان‌ها.example/خانه']]],
    mentions: [['سلام @ada، می\u200cخواهم', ['ada']]],
    emails: [['u@نامه\u200cای.example', 'u@xn--mgba3gch31f060k.example']],
    names: [['علی می\u200cخواهم', 'علي', 'علی', 'می خواهم', 'میخواهم'], ['کیوان رضایی', 'كيوان', 'رضايي', 'کیوانرضایی']],
    posts: [
      ['کتاب\u200cهای خانۀ ما', 'کتاب', 'كتاب', 'خانه', 'کتاب های'],
      ['سال ۱۴۰۳', '1403', '١٤٠٣', '۱۴۰۳'],
      ['ہندوستان', 'هندوستان'],
    ],
    graphemes: ['ۀ', 'ی\u064e'],
    noUsernames: ['علی', 'a\u200cda'],
  },
  {
    script: 'Hebrew',
    links: [[`\u200f${A}\u200f, \u2068${B}\u2069`, [A, B]]],
    mentions: [['\u2068@ada\u2069 שלום', ['ada']], ['שלום \u200f@ada\u200f!', ['ada']], ['ל@ada ו@benשלום', ['ada', 'ben']]],
    emails: [['u@דוגמה.example', 'u@xn--6dbbec0c.example']],
    names: [
      ['דוד\u200e (David)', 'דוד', 'david'],
      ['בן־גוריון', 'בןגוריון', 'בן גוריון', 'גוריון', 'בֶּן־גּוּרִיּוֹן'],
      ['שָׁלוֹם עליכם', 'שלום', 'שָׁלוֹם', 'שלום עליכם'],
    ],
    posts: [['בְּרֵאשִׁית בָּרָא', 'בראשית', 'ברא', 'בְּרֵאשִׁית'], ['צה״ל וד״ר', 'צה"ל', 'צה״ל'], ['\ufb2aלום', 'שלום']],
    graphemes: ['שָׁ'],
    noUsernames: ['דוד', 'ada\u05b0'],
  },
  {
    script: 'Hindi',
    links: [['https://नमस्ते.भारत/पथ।', ['https://नमस्ते.भारत/पथ']]],
    mentions: [['नमस्ते @ada। @ben को', ['ada', 'ben']]],
    emails: [['u@दिल्ली.भारत', 'u@xn--j2bya4ch0f.xn--h2brj9c']],
    names: [
      ['क\u094d\u200dष', 'क\u094dष'],
      ['अमित-कुमार', 'अमितकुमार', 'अमित', 'कुमार'],
      ['फ़ैज़ अहमद', 'फैज', 'फ़ैज़', '\u095e\u0948\u095b'],
    ],
    posts: [
      ['ज़रूरी फ़ोन नंबर २०२४', 'जरूरी', 'फोन', '\u095eोन', '2024'],
      ['हँसी और नमस्ते।', 'हंसी', 'नमस्ते'],
      ['ক্রিকেট ২০২৪', '2024', 'ক্রিকেট'],
    ],
    graphemes: ['क्षि', 'क\u094d\u200dष'],
    noUsernames: ['अमित', 'ada२'],
  },
  {
    script: 'Turkish',
    links: [['https://example.org/İstanbul’da', ['https://example.org/İstanbul’da']]],
    mentions: [["@ada'nın @ben’e", ['ada', 'ben']]],
    emails: [['u@ışık.example', 'u@xn--k-ekaa7p.example']],
    names: [
      ['İpek Işık', 'ipek', 'IPEK', 'İPEK', 'ışık', 'isik', 'IŞIK', 'i\u0307pek'],
      ['Gül Şen-Yıldız', 'senyildiz', 'sen yildiz', 'gulsen', 'ŞEN'],
    ],
    posts: [
      ['İstanbul’da IŞIK', 'istanbul', 'ISTANBUL', 'ışık', 'isik'],
      ['DİYARBAKIR', 'diyarbakır', 'diyarbakir', 'Di\u0307yarbakır'],
    ],
    graphemes: ['i\u0307', 'ş'.normalize('NFD')],
    noUsernames: ['\u0130pek', 'ış1'],
  },
  {
    script: 'French',
    links: [[`« ${A} » ou «${B}», L’https://example.org/L’Étranger`, [A, B, 'https://example.org/L’Étranger']]],
    mentions: [['« @ada », l’@ben\u00a0!', ['ada', 'ben']]],
    emails: [['u@hôtel.example', 'u@xn--htel-vqa.example']],
    names: [['Ronald MacDonald-Lefèvre', 'mac donald', 'Mac Don', 'ronald mac donald', 'le fevre', 'mac-donald le fev'], 
      ['Jean\u2011Luc d’Arc', 'jeanluc', 'jean luc', 'jean-luc', 'darc', 'd’arc', "d'arc", 'arc', 'jeanlucdarc', 'lucd'],
      ['Cœur Éloïse', 'coeur', 'eloise', 'ELOÏSE', 'e\u0301loise'],
    ],
    posts: [
      ['L’harmonie de l’œuvre', 'harmonie', "l'harmonie", 'oeuvre'],
      ['e\u0301te\u0301 à la plage', 'été', 'ETE', 'plage'],
    ],
    graphemes: ['e\u0301'],
    noUsernames: ['élo', 'ada’s'],
  },
  {
    script: 'Vietnamese',
    links: [['https://example.org/tiếng-việt!', ['https://example.org/tiếng-việt']]],
    mentions: [['Cảm ơn @ada ạ, anh @ben.', ['ada', 'ben']]],
    emails: [['u@việt.example', 'u@xn--vit-5kz.example']],
    names: [
      ['Nguyễn Thị Ánh', 'nguyen thi anh', 'nguyễn', 'Nguyễn'.normalize('NFD'), 'thianh'],
      ['Đặng Thị-Hồng', 'dangthihong', 'thihong', 'thi hong', 'đặng'],
    ],
    posts: [['Phở Hà Nội', 'pho', 'phở'.normalize('NFD'), 'ha noi', 'HÀ NỘI']],
    graphemes: ['ễ'.normalize('NFD')],
    noUsernames: ['đặng', 'ađa'],
  },
  {
    script: 'Russian and Greek',
    links: [['Это https://пример.рф/путь, и https://παράδειγμα.ελ·', ['https://пример.рф/путь', 'https://παράδειγμα.ελ']]],
    mentions: [['Привет, @ada! «@ben»', ['ada', 'ben']]],
    emails: [['u@пример.рф', 'u@xn--e1afmkfd.xn--p1ai']],
    names: [
      ['Мария Ёлкина', 'елк', 'ёлкина', 'мария', 'МАРИЯ'],
      ['Андрей', 'андрей', 'Андрей'.normalize('NFD')],
      ['Ελένη Παππάς', 'ελενη', 'παππασ', 'ΠΑΠΠΑΣ'],
    ],
    posts: [['Новый май'.normalize('NFD'), 'новый', 'МАЙ'], ['ΟΔΟΣ', 'οδός', 'οδος']],
    graphemes: ['й'.normalize('NFD')],
    noUsernames: ['аda', 'αda'],
  },
  {
    script: 'German, Danish and Catalan',
    links: [['https://münchen.example/straße', ['https://münchen.example/straße']]],
    mentions: [['„@ada“ und ‚@ben‘', ['ada', 'ben']]],
    emails: [
      ['u@münchen.example', 'u@xn--mnchen-3ya.example'],
      ['u@MÜNCHEN.example', 'u@xn--mnchen-3ya.example'],
      ['U@\u212a.org', 'U@k.org'],
    ],
    names: [
      ['Müller-Lüdenscheidt', 'mullerludenscheidt', 'müllerlüdenscheidt', 'muller', 'ludenscheidt'],
      ['Bjørn Ångström', 'bjorn angstrom', '\u212bngström'],
      ['Gal·la Strauß', 'galla', 'gal·la', 'strauss', 'STRAUẞ'],
    ],
    posts: [
      ['Fußgänger\u00adbrücke', 'fussgangerbrucke', 'FUSSGÄNGERBRÜCKE'],
      ['El col·legi', 'collegi', 'col·legi', 'coŀlegi'],
    ],
    graphemes: ['ü'.normalize('NFD')],
    noUsernames: ['jürgen', 'ad\u212a'],
  },
  {
    script: 'English',
    links: [
      ['I like https://wiki.example.org’s logo', ['https://wiki.example.org']],
      ['https://example.com🎉 https://example.com→ https://i❤.example', ['https://example.com', 'https://example.com', 'https://i❤.example']],
      ['https://example.com|x https://example.com^1', ['https://example.com', 'https://example.com']],
      ["https://example.org/L'Aquila?q=l'eau and 'https://example.org/a'", ["https://example.org/L'Aquila?q=l'eau", 'https://example.org/a']],
      ["https://example.org/a's title", ['https://example.org/a']],
      [`[${A}](${B}) **${A}** _${B}_ [x]`, [A, B, A, B]],
      [`${A}[1]{2}(3)) ${B}}`, [`${A}[1]{2}(3)`, B]],
    ],
    mentions: [["@ada's and @ben’s, *@cyd*", ['ada', 'ben', 'cyd']]],
    emails: [['Ada.B+c@example.org', 'Ada.B+c@example.org']],
    names: [
      ['Mr. St. John', 'stjohn', 'st john', 'st.john', 'mrst'],
      ['Conan O’Brien', 'obrien', 'o brien', "O'Brien", 'conanobrien'],
      ['Anne‑Marie Zoellnerova', 'annemarie', 'anne marie', 'annemariezoell'],
    ],
    posts: [['ﬁne Ｗｉｄｅ O’Brien, 2½', 'fine', 'wide', "o'brien", '2½']],
    graphemes: ['\r\n'],
    noUsernames: ['ada.b', 'ada\u200b'],
  },
  {
    script: 'emoji and invisible characters',
    links: [
      [`${A}\u200b ${B}\u00adx ${A}\u2060 ${B}\ufeff`, [A, B, A, B]],
      ['https://i❤.example/a', ['https://i❤.example/a']],
      ['👩\u200d👩\u200d👧https://example.org/👩‍👧', ['https://example.org/👩‍👧']],
    ],
    mentions: [
      ['👋@ada🎉', ['ada']],
      ['❤\ufe0f@ada❤\ufe0f', ['ada']],
      ['1\ufe0f\u20e3@ada', ['ada']],
      ['🇩🇪@ada 👍🏿@ben 👩\u200d🚀@cyd', ['ada', 'ben', 'cyd']],
    ],
    emails: [['u@i❤.example', 'u@xn--i-7iq.example']],
    names: [
      ['Robin 👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 👍🏿 🇩🇪 1\ufe0f\u20e3', 'robin'],
      ['ᠮ\u180bᠣ', 'ᠮᠣ'],
      ['Sam 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', 'sam'],
    ],
    shown: [
      ['A\u200bd\u2060a\ufeff', 'Ada'],
      ['A\u200dd\u200ca', 'Ada'],
      ['A\u00adda', 'Ada'],
      ['A\ufe0fd\u{e0100}a', 'Ada'],
      ['A\u{e0061}d\u{e007f}a', 'Ada'],
      ['\u3164A\u115fd\uffa0a\u2800', 'Ada'],
      ['\u200eA\u200fd\u061ca', 'Ada'],
      ['Ada\u200d\u200d', 'Ada'],
      ['Ada \u200b', 'Ada'],
    ],
    posts: [
      ['soft\u00adhyphen joi\u2060ner mar\u200eked', 'softhyphen', 'joiner', 'marked', 'mar\u200fked'],
      ['zero\u200bwidth', 'zero width'],
      ['rocket🚀fuel', 'rocket', 'fuel'],
    ],
    graphemes: ['👨\u200d👩\u200d👧\u200d👦', '👍🏽', '🇩🇪', '❤\ufe0f', '1\ufe0f\u20e3', '🏴\u{e0067}\u{e0062}\u{e007f}'],
    noUsernames: ['ada🚀', 'a\u200dda'],
  },
];

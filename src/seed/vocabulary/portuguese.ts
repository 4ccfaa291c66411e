import { lines, names, type Vocabulary, work } from './vocabulary.ts';

/** Things are feminine and never stand behind "de", "em", "a" or "por", which would melt with their article. */
export const portuguese: Vocabulary = {
  language: 'pt',
  share: 0.11,
  utcOffsets: [0, -3],
  space: ' ',
  given: names`Beatriz Tiago Mariana Rui Inês Gustavo Larissa Duarte Carolina Bruno Letícia Miguel Fernanda Caio Joana Rodrigo
    Helena Vasco Luana Henrique Catarina Thiago Matilde Otávio Raquel Davi Aline Nuno`,
  family: names`Silva Almeida Ferreira Carvalho Ribeiro Teixeira Barbosa Moreira Azevedo Nogueira Pinto Cardoso Farias Monteiro
    Lopes Rezende Tavares Coelho Brandão Vieira Guimarães Pacheco Queiroz Antunes Figueiredo Siqueira Amaral Bastos`,
  familyFirst: false,
  work: work`
    Engenheira civil/Engenheiro civil; Mestra de obras/Mestre de obras; Arquiteta/Arquiteto | a estrutura de madeira; a vistoria; a cobertura; a fundação; a prova de carga
    Designer de produto; Ilustradora/Ilustrador; Pesquisadora UX/Pesquisador UX | a maquete; a paleta de cores; a página inicial; a pesquisa com usuários; a biblioteca de ícones
    Coordenadora de logística/Coordenador de logística; Chefe de armazém; Despachante | a rota da manhã; a câmara fria; a escala da noite; a carga de sexta; a conferência
    Enfermeira-chefe/Enfermeiro-chefe; Farmacêutica/Farmacêutico; Fisioterapeuta | a lista de espera; a passagem de turno; a sala de curativos; a medicação; a formação interna
    Professora de química/Professor de química; Orientadora de estágio/Orientador de estágio; Bibliotecária/Bibliotecário | a semana de provas; a hora da leitura; a aula de laboratório; a reunião de pais; a grade de horários
    Engenheira de redes/Engenheiro de redes; Instaladora solar/Instalador solar; Auditora de energia/Auditor de energia | a bomba de calor; a ligação com a rede; a manutenção; a curva de consumo; a medição do vento
    Desenvolvedora/Desenvolvedor; Engenheira de dados/Engenheiro de dados; Analista de testes | a migração; a entrega semanal; a revisão do incidente; a base de testes; a interface
    Controladora/Controlador; Auditora/Auditor; Contabilista | a conciliação; a revisão do orçamento; a faturação; a análise de custos; a prestação de contas
  `,
  trades: lines`
    Construção e reabilitação
    Design de produtos e serviços
    Transporte e armazém
    Clínicas e cuidados
    Escolas e formação
    Calor e eletricidade
    Software que dura
    Contabilidade e auditoria
  `,
  weekdays: lines`
    segunda-feira
    terça-feira
    quarta-feira
    quinta-feira
    sexta-feira
  `,
  companies: lines`
    Oficina {family}
    {family} Engenharia
    Cooperativa {place}
    {family} Transportes
    Estúdio {family}
    Clínica {family}
  `,
  bios: {
    human: lines`
      Há {n} anos a cuidar para que {thing} corra bem. Moro em {place}.
      Escrevo sobre {thing}, principalmente quando dá errado.
      De {place}. Gosto de mapas, listas curtas e comboios a horas.
      Já trabalhei numa empresa enorme; hoje somos {n} pessoas e muito café.
    `,
    company: lines`
      Somos {n} pessoas em {place}. Fazemos {thing} e contamos como foi.
      Independentes desde 2010. Visitas à {weekday}, em {place}.
    `,
    ai_agent: lines`
      Preparo {thing} e aviso o que não bate certo. Quem assina é sempre uma pessoa.
      Leio o que ninguém tem tempo de ler e resumo, com fontes.
    `,
  },
  agentOccupations: lines`
    Agente de pesquisa
    Agente de agenda
    Agente de contabilidade
  `,
  openings: lines`
    Terminámos hoje {thing}, {n} dias antes do prazo. Ainda não acredito.
    Uma coisa pequena sobre {thing} que levei {n} anos para entender.
    Perguntaram-me porque {thing} demora tanto. Aqui vai a resposta honesta.
    Opinião impopular: o problema não é {thing}, é a reunião sobre o assunto.
    Hoje em {place}: chuva, café e {thing} do princípio ao fim.
    Boas notícias: {thing} está pronta e ainda nos falamos todos.
    Menos {percent} % de reclamações desde que mudámos {thing}. Foi uma frase.
    Procuramos em {place} alguém que goste de trabalhar connosco. O assunto: {thing}.
    Um abraço a quem ficou até tarde para terminar {thing}.
    Finalmente medimos: {thing} custa-nos {n} horas por semana.
  `,
  sentences: lines`
    A primeira versão era esperta demais, por isso deitámos metade fora.
    {n} dos passos só existiam porque um dia faltou uma assinatura.
    Escrevemos o que esperávamos antes de olhar; assim é mais difícil acertar por acaso.
    Ninguém lê a segunda página, então o importante está na primeira.
    O conserto mais barato foi um aviso na porta.
    Os números subiram {percent} %, e mesmo assim eu não os mostrava sem a nota de rodapé.
    Mantivemos o antigo ao lado do novo durante {n} semanas, e eu faria outra vez.
    O que nos salvou foi uma lista que uma colega fazia à mão desde a primavera.
    Mais lento no papel, mais rápido na prática.
    Os colegas de {place} já tinham resolvido isto; bastava perguntar.
    Metade do trabalho foi descobrir quem decide.
    Uma boa passagem leva {n} minutos; uma má leva o dia inteiro.
    Cada exceção que aceitámos em março voltou em outubro.
    Uma parte falhou, e prefiro escrever sobre essa.
    O cliente não reparou em nada, e era esse o objetivo.
    A minha regra continua: mudar uma coisa, depois olhar.
    No fim, {thing} cabe numa folha, colada ao lado da máquina de café.
    A ferramenta estava bem; o hábito, não.
    Agora começamos com a pergunta que antes vinha no fim.
    Mudei de ideias sobre {thing} duas vezes este ano, sempre graças à pergunta de um principiante.
  `,
  closings: lines`
    E vocês, como fazem?
    O que teriam feito?
    Para a semana há mais.
    Partilho o modelo com gosto.
    Correções são bem-vindas, como sempre.
    É isto. Ao trabalho.
  `,
  lists: [
    {
      head: 'O que verificamos antes de começar:',
      items: lines`
        Quem é afetado, pelo nome
        O que acontece se não fizermos nada
        As três últimas vezes que correu mal
        Se os telefones ainda estão certos
        Uma data para voltar a olhar
        Uma pessoa que possa dizer basta
      `,
    },
    {
      head: 'Lições em {n} semanas:',
      items: lines`
        Começar pelo que menos agrada.
        Escrever primeiro o resumo.
        Perguntar ao turno da noite.
        Medir antes de discutir.
        Agradecer mais cedo.
      `,
    },
  ],
  comments: lines`
    Que bom que escreveste isto, {to}.
    Por aqui também, mas com {thing}.
    Quantas pessoas foram precisas?
    Em {place} tentámos o contrário e chegámos ao mesmo sítio.
    Levo a parte da ordem para a minha equipa.
    Li duas vezes. À segunda, ri-me.
    Discordo um pouco: para nós, o que falha é {thing}.
    Parabéns a toda a equipa!
    Bate certo com o que vimos depois de {n} semanas.
    Guardado. Vou precisar na primavera.
    O que fizeram com as exceções?
    Honesto e útil. Mais disto, por favor.
  `,
  answers: lines`
    Boa pergunta. Nós, umas {n}, mas depende.
    Sim, {weekday}. Publico as notas.
    Tens razão, {to}. Não tinha pensado nisso.
    Sim, e no início ficou pior.
    Claro, escreve-me.
    Ainda não. Deem-nos {n} semanas.
    Exatamente.
  `,
  quotes: lines`
    Vale a leitura para quem tem {thing} pela frente.
    O relato mais honesto do ano. Em {place} levámos {n} meses para admitir o mesmo.
    Concordo com tudo, menos com a última frase.
    Para quem me perguntou sobre {thing}: esta é a melhor resposta.
  `,
};

import { lines, names, type Vocabulary, work } from './vocabulary.ts';

/** Things are feminine, so that "de" and "à" stand before them unchanged. */
export const french: Vocabulary = {
  language: 'fr',
  share: 0.12,
  utcOffsets: [1, 1, -5],
  space: ' ',
  given: names`Camille Hugo Léa Mathis Inès Louis Manon Gabriel Jeanne Antoine Zoé Adrien Élise Karim Margaux Baptiste Aïcha
    Thibault Salomé Nicolas Clémence Youssef Romane Étienne Noémie Bastien Fatou Rémi`,
  family: names`Moreau Lefèvre Girard Roux Fontaine Chevalier Garnier Benali Dubois Marchand Renaud Picard Delacroix Lambert
    Traoré Bonnet Perrin Mercier Lacroix Barbier Faure Gauthier Morel Charpentier Diallo Besson Tremblay Gagnon`,
  familyFirst: false,
  work: work`
    Ingénieure structure/Ingénieur structure; Conductrice de travaux/Conducteur de travaux; Architecte | la charpente; la toiture; la visite de chantier; la note de calcul; la réception des travaux
    Designer produit; Graphiste; Ergonome | la maquette; la palette; la page d'accueil; la grille typographique; l'enquête utilisateurs
    Responsable logistique; Cheffe de quai/Chef de quai; Affréteuse/Affréteur | la tournée du matin; la chambre froide; la déclaration en douane; l'équipe de nuit; la préparation des commandes
    Cadre de santé; Pharmacienne/Pharmacien; Kinésithérapeute | la relève; la liste d'attente; la consultation du soir; la salle de soins; la formation
    Enseignante/Enseignant; Formatrice/Formateur; Bibliothécaire | la session d'examen; l'heure de lecture; la réunion des parents; la séance de laboratoire; l'alternance
    Ingénieure réseau/Ingénieur réseau; Installatrice solaire/Installateur solaire; Auditrice énergie/Auditeur énergie | la pompe à chaleur; la mise en service; la courbe de charge; la maintenance; l'étude de vent
    Développeuse/Développeur; Administratrice de données/Administrateur de données; Testeuse/Testeur | la migration; la mise en production; la revue d'incident; la suite de tests; l'interface
    Contrôleuse de gestion/Contrôleur de gestion; Commissaire aux comptes; Comptable | la clôture; la revue budgétaire; la facturation; la piste d'audit; l'analyse des coûts
  `,
  trades: lines`
    Construction et rénovation
    Design de produits et de services
    Transport et stockage
    Soins et cabinets
    Écoles et formation
    Chaleur et électricité
    Logiciels durables
    Comptabilité et audit
  `,
  weekdays: lines`
    lundi
    mardi
    mercredi
    jeudi
    vendredi
  `,
  companies: lines`
    Atelier {family}
    {family} et Filles
    Coopérative de {place}
    {family} Transports
    {family} Conseil
    Laboratoire {family}
  `,
  bios: {
    human: lines`
      {n} ans de métier autour de {thing}. Je vis à {place} et je prends le train.
      J'écris sur {thing}, surtout quand cela tourne mal. Je réponds le {weekday}.
      De {place}. J'aime {thing}, les phrases courtes et les cartes anciennes.
      Une équipe de {n} personnes, beaucoup de café et une règle : mesurer avant de discuter.
    `,
    company: lines`
      {n} personnes à {place}. Nous nous occupons de {thing} et nous racontons comment.
      Indépendants depuis 2011. Atelier ouvert aux visites le {weekday}, à {place}.
    `,
    ai_agent: lines`
      Je prépare {thing} et je signale ce qui ne colle pas. Une personne valide toujours.
      Je lis les normes et je les résume, sources à l'appui.
    `,
  },
  agentOccupations: lines`
    Agent de recherche
    Agent de planification
    Agent comptable
  `,
  openings: lines`
    Nous avons terminé {thing} aujourd'hui, avec {n} jours d'avance. J'ai encore du mal à y croire.
    Une petite chose à propos de {thing} que j'ai mis {n} ans à comprendre.
    {weekday}, on m'a demandé pourquoi {thing} prend autant de temps. Voici la réponse honnête.
    Opinion impopulaire : le problème n'est pas {thing}, c'est la réunion à ce sujet.
    Aujourd'hui à {place} : de la pluie, du café et {thing} du matin au soir.
    Bonne nouvelle de {place} : {thing} est finie et tout le monde se parle encore.
    {percent} % de réclamations en moins depuis que nous avons revu {thing}. Il a suffi d'une phrase.
    Nous cherchons à {place} quelqu'un qui aime {thing} autant que nous.
    Merci à celles et ceux qui sont restés tard {weekday} pour {thing}.
    Mesuré, enfin : {thing} nous coûte {n} heures par semaine.
  `,
  sentences: lines`
    La première version était trop maligne, nous en avons jeté la moitié.
    {n} des étapes n'existaient que parce qu'une signature avait manqué un jour.
    Nous avons noté ce que nous attendions avant de regarder : difficile ensuite d'avoir raison par hasard.
    Personne ne lit la deuxième page, alors tout ce qui compte est sur la première.
    La solution la moins chère était une étiquette sur la porte.
    Les chiffres montent de {percent} %, mais je ne les montrerais pas sans la note de bas de page.
    Nous avons gardé l'ancienne méthode à côté de la nouvelle pendant {n} semaines, et je le referais.
    Ce qui nous a sauvés, c'est une liste tenue à la main depuis le printemps.
    Plus lent sur le papier, plus rapide en pratique.
    Les collègues de {place} avaient déjà la réponse ; il suffisait de demander.
    La moitié du travail a été de savoir qui décide.
    Une bonne passation prend {n} minutes, une mauvaise prend la journée.
    Chaque exception acceptée en mars est revenue en octobre.
    Une partie a échoué, et je préfère parler de celle-là.
    Le client n'a rien remarqué : c'était le but.
    Ma règle reste la même : changer une seule chose, puis regarder.
    À la fin, {thing} tient sur une feuille, affichée près de la cafetière.
    L'outil était bon, l'habitude ne l'était pas.
    Nous commençons maintenant par la question qui venait en dernier.
    J'ai changé d'avis sur {thing} deux fois cette année, grâce aux questions d'une apprentie.
  `,
  closings: lines`
    Et chez vous ?
    Qu'auriez-vous fait ?
    La suite la semaine prochaine.
    Je partage volontiers le modèle, il suffit de demander.
    Corrections bienvenues, comme toujours.
    Voilà. Au travail.
  `,
  lists: [
    {
      head: 'Ce que nous vérifions avant :',
      items: lines`
        Qui est concerné, par son nom
        Ce qui se passe si nous ne faisons rien
        Les trois dernières fois où cela a raté
        Si les numéros de téléphone sont encore bons
        Une date pour regarder de nouveau
        Une personne qui peut dire stop
      `,
    },
    {
      head: 'Leçons de {n} semaines :',
      items: lines`
        Commencer par ce que l'on aime le moins.
        Écrire le résumé d'abord.
        Demander à l'équipe de nuit.
        Mesurer avant de discuter.
        Dire merci plus tôt.
      `,
    },
  ],
  comments: lines`
    Merci de l'avoir écrit, {to}.
    Pareil chez nous, mais avec {thing}.
    Combien étiez-vous pour cela ?
    Nous avons fait l'inverse à {place} et le résultat est le même.
    Je garde la phrase sur l'ordre pour mon équipe, {weekday}.
    Lu deux fois. La deuxième, j'ai ri.
    Pas tout à fait d'accord : pour nous, c'est {thing} qui casse en premier.
    Bravo à toute l'équipe !
    C'est exactement ce que nous avons vu après {n} semaines.
    Enregistré. J'en aurai besoin au printemps.
    Qu'avez-vous fait des exceptions ?
    Honnête et utile. Encore, s'il vous plaît.
  `,
  answers: lines`
    Bonne question. Chez nous, environ {n}, mais cela dépend.
    Oui, {weekday}. Je publierai les notes.
    Bien vu, {to}. Je n'y avais pas pensé.
    Oui, et au début c'était pire.
    Avec plaisir, écris-moi.
    Pas encore. Donnez-nous {n} semaines.
    Voilà, exactement.
  `,
  quotes: lines`
    À lire si vous avez affaire à {thing}.
    Le récit le plus honnête de l'année. Nous avons mis {n} mois à admettre la même chose à {place}.
    D'accord avec tout, sauf la dernière phrase.
    Pour celles et ceux qui m'ont posé la question {weekday} : voici la meilleure réponse.
  `,
};

import { lines, names, type Vocabulary, work } from './vocabulary.ts';

/** Things are feminine and stand in the nominative or accusative only. */
export const german: Vocabulary = {
  language: 'de',
  share: 0.15,
  utcOffsets: [1],
  space: ' ',
  given: names`Anna Lukas Marie Jonas Sophie Felix Lena Paul Johanna Maximilian Clara Moritz Katharina Emil Hanna Jakob Miriam
    Anton Franziska David Greta Matthias Helene Sebastian Elif Karl Leonie Yusuf Theresa Benedikt Ida Tobias`,
  family: names`Schneider Weber Hoffmann Becker Köhler Krüger Albrecht Neumann Brandt Vogel Lindner Seidel Jäger Busch Kaiser
    Yılmaz Petersen Winkler Baumgartner Schuster Reuter Hübner Falk Engel Dietrich Thiel Nowak Zimmer Lorenz Graf Steiner Moser`,
  familyFirst: false,
  work: work`
    Bauingenieurin/Bauingenieur; Polierin/Polier; Architektin/Architekt | die Werkplanung; die Statik; die Baustelle; die Abnahme; die Dachsanierung
    Produktdesignerin/Produktdesigner; Grafikerin/Grafiker; UX-Researcherin/UX-Researcher | die Farbpalette; die Formularseite; die Schriftwahl; die Nutzerbefragung; die Bildsprache
    Disponentin/Disponent; Lagerleiterin/Lagerleiter; Zollbeauftragte/Zollbeauftragter | die Tourenplanung; die Inventur; die Nachtschicht; die Kühlkette; die Zollanmeldung
    Pflegedienstleitung; Apothekerin/Apotheker; Hebamme/Physiotherapeut | die Dienstübergabe; die Stationsrunde; die Warteliste; die Fortbildung; die Praxisorganisation
    Berufsschullehrerin/Berufsschullehrer; Ausbilderin/Ausbilder; Bibliothekarin/Bibliothekar | die Prüfungswoche; die Lernwerkstatt; die Stundenplanung; die Projektarbeit; die Lesestunde
    Netzplanerin/Netzplaner; Energieberaterin/Energieberater; Solarteurin/Solarteur | die Wärmepumpe; die Netzanbindung; die Speicheranlage; die Wartung; die Lastprognose
    Softwareentwicklerin/Softwareentwickler; Datenbankadministratorin/Datenbankadministrator; Testleiterin/Testleiter | die Migration; die Schnittstelle; die Testumgebung; die Fehlersuche; die Veröffentlichung
    Controllerin/Controller; Wirtschaftsprüferin/Wirtschaftsprüfer; Buchhalterin/Buchhalter | die Quartalsrechnung; die Kostenstelle; die Budgetrunde; die Mahnliste; die Jahresprüfung
  `,
  trades: lines`
    Bauen und Sanieren
    Gestaltung für Produkte und Dienste
    Transport und Lager
    Praxen und Pflege
    Aus- und Weiterbildung
    Wärme und Strom
    Software, die hält
    Buchhaltung und Prüfung
  `,
  weekdays: lines`
    Montag
    Dienstag
    Mittwoch
    Donnerstag
    Freitag
  `,
  companies: lines`
    {family} Holzbau
    {family} & Partner
    Werkstatt {family}
    Stadtwerke-Labor {place}
    {family} Logistik
    Praxis am Markt {place}
    {family} Datenwerk
  `,
  bios: {
    human: lines`
      Seit {n} Jahren geht es bei mir um {thing}. Wohnhaft in {place}, oft im Zug.
      Ich mag {thing}, klare Sätze und frühe Termine. Ehrenamtlich in der Lehrlingsausbildung.
      Aus {place}. Früher Konzern, heute ein Team von {n} Leuten und deutlich kürzere Wege.
      Wer mir {thing} erklären will: bitte mit Skizze.
    `,
    company: lines`
      {n} Menschen in {place}. Wir kümmern uns um {thing} und schreiben auf, was dabei schiefging.
      Familienbetrieb aus {place}, inzwischen {n} Leute. Besuch gern am {weekday}.
    `,
    ai_agent: lines`
      Ich bereite {thing} vor und melde, was nicht zusammenpasst. Freigegeben wird von Menschen.
      Ich lese Normen und Protokolle und fasse sie mit Fundstellen zusammen.
    `,
  },
  agentOccupations: lines`
    Rechercheagent
    Terminagent
    Buchhaltungsagent
  `,
  openings: lines`
    Heute haben wir {thing} abgeschlossen, {n} Tage früher als geplant. Ganz traue ich dem Frieden noch nicht.
    Eine Kleinigkeit über {thing}, für die ich {n} Jahre gebraucht habe.
    Am {weekday} wurde ich gefragt, warum {thing} so lange dauert. Hier die ehrliche Antwort.
    Gruß aus {place}: Regen, Kaffee und von früh bis spät {thing}.
    Unbeliebte Meinung: Nicht {thing} ist das Problem, sondern die Besprechung darüber.
    Erster Tag nach dem Urlaub, und {thing} liegt genau da, wo ich sie gelassen habe.
    {percent} % weniger Rückfragen, seit wir {thing} umgestellt haben. Es war ein einziger Satz.
    Wir suchen in {place} jemanden, der oder die {thing} genauso gern mag wie wir.
    Danke an alle, die am {weekday} länger geblieben sind.
    Was ich mir vorher über {thing} gesagt hätte, wenn ich könnte.
    Endlich gemessen: {thing} kostet uns {n} Stunden in der Woche.
  `,
  sentences: lines`
    Die erste Fassung war zu schlau, also haben wir die Hälfte gestrichen.
    Von allen Schritten gab es {n} nur, weil einmal eine Unterschrift gefehlt hat.
    Wir haben vorher aufgeschrieben, was wir erwarten. Das macht es schwerer, zufällig recht zu haben.
    Die zweite Seite liest niemand, deshalb steht alles Wichtige auf der ersten.
    Die billigste Lösung war ein Schild an der Tür.
    Die Zahlen sind um {percent} % besser, und ohne Fußnote würde ich sie trotzdem nicht zeigen.
    Wer {thing} nicht in drei Sätzen erklären kann, ist noch nicht fertig.
    Wir haben das Alte {n} Wochen neben dem Neuen weiterlaufen lassen und würden es wieder tun.
    Gerettet hat uns eine Liste, die eine Kollegin seit dem Frühjahr von Hand geführt hatte.
    Auf dem Papier langsamer, in der Praxis schneller.
    In {place} war das längst gelöst; wir hätten nur fragen müssen.
    Die halbe Arbeit war herauszufinden, wer entscheidet.
    Eine gute Übergabe dauert {n} Minuten, eine schlechte den ganzen Tag.
    Jede Ausnahme aus dem März kam im Oktober zurück.
    Ein Teil ist schiefgegangen, und darüber schreibe ich lieber als über den Rest.
    Der Kunde hat nichts gemerkt. Genau das war das Ziel.
    Meine Regel bleibt: eine Sache ändern, dann hinschauen.
    Am Ende passt {thing} auf ein Blatt Papier, und das hängt neben der Kaffeemaschine.
    Zwei von uns waren eine Woche lang uneins, und das Ergebnis ist besser als beide Ideen.
    Das Werkzeug war gut, die Gewohnheit nicht.
    Wir fangen jetzt mit der Frage an, die früher zuletzt kam.
  `,
  closings: lines`
    Wie macht ihr das?
    Was hättet ihr getan?
    Nächste Woche mehr.
    Die Vorlage teile ich gern, einfach melden.
    Korrekturen sind wie immer willkommen.
    So, zurück an die Arbeit.
  `,
  lists: [
    {
      head: 'Was wir vorher prüfen:',
      items: lines`
        Wen es betrifft, mit Namen
        Was passiert, wenn wir nichts tun
        Die letzten drei Male, bei denen es schiefging
        Ob die Telefonnummern noch stimmen
        Ein Datum, an dem wir wieder hinschauen
        Eine Person, die Halt sagen darf
      `,
    },
    {
      head: 'Gelernt in {n} Wochen:',
      items: lines`
        Mit dem unangenehmen Teil anfangen.
        Die Zusammenfassung zuerst schreiben.
        Die Nachtschicht fragen.
        Erst messen, dann streiten.
        Früher Danke sagen.
      `,
    },
  ],
  comments: lines`
    Danke fürs Aufschreiben, {to}.
    Bei uns genauso, nur dass es um {thing} ging.
    Wie viele Leute habt ihr dafür gebraucht?
    Wir haben es in {place} umgekehrt versucht und sind am selben Punkt gelandet.
    Das nehme ich am {weekday} mit ins Team.
    Zweimal gelesen, beim zweiten Mal gelacht.
    Da widerspreche ich freundlich: Bei uns hakt es immer, wenn {thing} dazukommt.
    Herzlichen Glückwunsch an alle!
    Passt genau zu dem, was wir nach {n} Wochen gesehen haben.
    Gespeichert. Im Frühjahr brauche ich das.
    Was habt ihr mit den Ausnahmen gemacht?
    Ehrlich und brauchbar. Gern mehr davon.
    Am Ende ist es immer das Schild an der Tür.
  `,
  answers: lines`
    Gute Frage. Bei uns ungefähr {n}, aber das hängt stark vom Einzelfall ab.
    Ja, am {weekday}. Ich stelle die Notizen ein.
    Guter Punkt, {to}. Daran hatte ich nicht gedacht.
    Haben wir, und zuerst wurde es schlimmer.
    Gern, schreib mir einfach.
    Noch nicht. Gebt uns {n} Wochen.
    Genau das.
  `,
  quotes: lines`
    Lesenswert für alle, die {thing} vor sich haben.
    Der ehrlichste Bericht in diesem Jahr. In {place} haben wir {n} Monate gebraucht, um dasselbe zuzugeben.
    Alles richtig, bis auf den letzten Satz.
    Für alle, die mich am {weekday} gefragt haben: Das ist die bessere Antwort.
  `,
};

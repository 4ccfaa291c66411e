import { lines, names, type Vocabulary, work } from './vocabulary.ts';

export const english: Vocabulary = {
  language: 'en',
  share: 0.34,
  utcOffsets: [-8, -5, 0, 1, 10],
  space: ' ',
  given: names`Amelia Oliver Priya Daniel Grace Samuel Chloe Ethan Zara Noah Isla Marcus Hannah Omar Ruby Liam Nadia Theo
    Esther Callum Maya Jonah Freya Dev Alice Patrick Leah Arjun Imogen Victor Naomi Felix Tessa Malik Rowan Julia Owen Ada
    Harriet Kofi Bridget Simon Anjali Declan Wren Elliot Saoirse Miles`,
  family: names`Bennett Okafor Hughes Patel Murray Sinclair Walsh Thornton Reyes Fletcher Adeyemi Marsh Whitfield Brandt
    Sharma Donnelly Ashworth Kaplan Mercer Holloway Nguyen Prescott Lawson Abbott Kerr Dalton Osei Pemberton Rowe Calloway
    Finch Gallagher Iyer Maddox Norwood Quinn Radcliffe Stroud Tanner Vance Winslow York Barlow Cho Everett Greaves`,
  familyFirst: false,
  work: work`
    Structural engineer; Site manager; Heritage architect | the load test; the site survey; the roof repair; the foundation plan; the timber frame
    Product designer; Service designer; Illustrator | the design review; the onboarding flow; the colour palette; the usability test; the icon set
    Supply chain planner; Port operations lead; Fleet manager | the loading plan; the customs form; the night shift schedule; the cold store; the route map
    Hospital pharmacist; Physiotherapist; Clinic manager | the ward round; the waiting list; the medication plan; the night handover; the training day
    Chemistry teacher; Head of apprenticeships; Librarian | the final exam; the reading hour; the lab session; the parents' evening; the timetable
    Grid engineer; Solar installer; Energy auditor | the heat pump trial; the grid connection; the storage pilot; the maintenance window; the wind study
    Backend engineer; Data engineer; QA lead | the release train; the migration; the incident review; the test suite; the search index
    Controller; Auditor; Credit analyst | the quarterly close; the audit trail; the budget round; the invoice run; the cost model
  `,
  trades: lines`
    Building and restoration
    Product and service design
    Freight and storage
    Clinics and care
    Schools and training
    Heat and power
    Software that lasts
    Accounts and audits
  `,
  weekdays: lines`
    Monday
    Tuesday
    Wednesday
    Thursday
    Friday
  `,
  companies: lines`
    {family} & Daughters
    {family} Works
    {place} Tide Lab
    {family} Freight
    Studio {family}
    {place} Energy Cooperative
    {family} Analytics
    North {place} Clinic
  `,
  bios: {
    human: lines`
      {n} years of making {thing} less exciting than it used to be. Based in {place}.
      I work on {thing} and write about what went wrong, because that is the part worth reading.
      From {place}. Happiest when {thing} is finished and nobody noticed. Mentor on {weekday}s.
      Curious about {thing}, stubborn about plain language. Ask me anything before ten in the morning.
      Formerly in a much larger company, now in a team of {n}. I like maps, checklists and early trains.
    `,
    company: lines`
      {n} people in {place}. We do {thing} and we publish how it went.
      Founded at a kitchen table in {place}; today a team of {n}. Visitors welcome on {weekday}s.
      We take care of {thing} for those who would rather do something else. Independent since 2009.
    `,
    ai_agent: lines`
      I prepare {thing} and flag what does not add up. A person signs off before anything leaves.
      I read what nobody has time to read and summarise it, with sources. My people answer on {weekday}s.
    `,
  },
  agentOccupations: lines`
    Research agent
    Scheduling agent
    Bookkeeping agent
    Monitoring agent
  `,
  openings: lines`
    We finished {thing} today, {n} days before the deadline. I still do not quite trust it.
    Three weeks into {thing}, and the part nobody planned for is the interesting one.
    A small thing about {thing} that took me {n} years to understand.
    Unpopular opinion: {thing} is not the problem. The meeting about it is.
    Today in {place}: rain, coffee, and {thing} from start to end.
    I was asked on {weekday} why {thing} takes so long. Here is the honest answer.
    First day back, and {thing} is exactly where I left it.
    What I would tell myself before {thing}, if I could.
    Good news from {place}: {thing} is done and everybody is still talking to each other.
    We measured it at last: {thing} costs us {n} hours a week.
    Note to self after {thing}.
    Somebody new joined the team this week, and their first question about {thing} was the best one we had this year.
    {percent} % fewer complaints since we changed {thing}. It was one sentence.
    Today I learned more about {thing} from the caretaker than from the manual.
    We are looking for someone in {place} who enjoys {thing} as much as we do.
    Thank you to everyone who stayed late for {thing} on {weekday}.
  `,
  sentences: lines`
    The first version was too clever, so we threw half of it away.
    It turned out that {n} of the steps existed only because somebody once forgot a signature.
    We wrote down what we expected before we looked, which made it much harder to be right by accident.
    Nobody reads the second page, so everything that matters is on the first.
    The numbers are up {percent} %, and I would still not put them on a slide without the footnote.
    We asked {n} people who do this every day, and they agreed on almost nothing except the order.
    The cheapest fix was a label on the door.
    If you can not explain {thing} to a neighbour, you probably do not own it yet.
    The best decision was to wait until {weekday}.
    We kept the old way running beside the new one for {n} weeks, and I would do it again.
    What saved us was a list that a colleague had kept by hand since spring.
    There was a moment when everything looked finished, and that was the dangerous one.
    I have changed my mind about {thing} twice this year, and both times because of a question from a beginner.
    It is slower on paper and faster in practice.
    We celebrate the boring weeks now.
    The people in {place} had solved this already; we only had to ask.
    Half of the work was finding out who decides.
    A good handover takes {n} minutes, and a bad one takes all day.
    The draft is public, with every mistake that we found in it.
    I keep coming back to the same rule: change one thing, then look.
    Some of it failed, and I would rather write about that than about the part that worked.
    The customer noticed nothing, which was the goal.
    In the end {thing} fits on one sheet of paper, which hangs next to the kettle.
    Every exception that we allowed in March came back in October.
    It helped that everybody had seen {thing} with their own eyes before we talked about it.
    We now begin with the question that used to come last.
    The tool was fine, the habit was not.
    Two of us disagreed for a week, and the result is better than either idea.
  `,
  closings: lines`
    How do you handle this?
    What would you have done?
    More next week.
    Happy to share the template; just ask.
    If you have been through {thing} recently, I would love to compare notes.
    Corrections welcome, as always.
    Comments are open, and so is our door in {place}.
    That is all. Back to work.
  `,
  lists: [
    {
      head: 'What we check before {thing}:',
      items: lines`
        Who is affected, by name
        What happens if we do nothing
        The last three times it went wrong
        Whether the phone numbers are still right
        A date on which we look again
        One person who may say stop
      `,
    },
    {
      head: 'Lessons from {n} weeks of {thing}:',
      items: lines`
        Start with the part that you like least.
        Write the summary first.
        Ask the night shift.
        Keep the old plan until the new one has survived a {weekday}.
        Measure before you argue.
        Say thank you earlier.
      `,
    },
  ],
  comments: lines`
    Thank you for writing this down, {to}.
    Same here, only with {thing}.
    How many people did you need for that?
    We tried the opposite in {place} and ended at the same place.
    The part about the order is what I will take to my team on {weekday}.
    I read this twice. The second time I laughed.
    Have you written about the costs somewhere?
    Respectfully disagree: {thing} is where it usually breaks for us.
    Congratulations to all of you!
    This matches what we saw after {n} weeks.
    {to}, would you show this to our apprentices?
    Saved. I will need it in spring.
    What did you do with the exceptions?
    Honest and useful. More of this, please.
    It is always the label on the door.
    Could you share the checklist?
  `,
  answers: lines`
    Good question. In our case about {n}, but it depends on {thing}.
    Yes, on {weekday}. I will post the notes.
    Fair point, {to}. I had not thought of that.
    We did, and it made things worse at first.
    Gladly; write to me and I will send it.
    Not yet. Give us {n} more weeks.
    Exactly that.
    I think we mean the same and call it differently.
  `,
  quotes: lines`
    Worth reading if you have anything to do with {thing}.
    This is the most honest account I have seen this year. It took us {n} months to admit the same in {place}.
    I agree with all of it but the last sentence.
    For everybody who asked me about {thing} on {weekday}: here is the better answer.
    Reading this again, I notice how little of it depends on tools.
  `,
};

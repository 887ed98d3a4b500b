"""What a user states in English, one template a line (the notation: ``templates.py``)."""

from __future__ import annotations

from collections.abc import Mapping

from support.five_rounds.templates import Kind

STATEMENTS: Mapping[Kind, str] = {
    "safety_rule": """
Whatever happens, [the {table} table stays as it is].
I'd lose my job [if anybody outside got those {table} dumps].
Guest {n} [is allergic to peanuts, one trace and we are calling an ambulance].
[Before anything is deleted on {host} there has to be a backup] that somebody has looked at.
We had a fire in {~city} once, so [the oven is off before the last person leaves at {time}].
The acid goes into the water, [never the water into the acid], {~person} still has the scar.
[Anything with a patient's name in it stays on {host}], full stop.
If the freezer climbs above -{n} degrees [throw the batch away rather than risk it].
People live in that building, so [the gas valve {code} is only opened with {person} standing there].
[Client files are read by {person} and me and by nobody else on this planet].
It is live money: [each transfer from {code} needs a second pair of eyes] before it leaves.
When in doubt about {table}, [stop and ask, a day late is fine and a wrong wipe is not].
[The keys in {dir} must not turn up in any log], we have been burnt by that.
The child travels alone, so [somebody has to be named at the gate in {city} before you book].
[Pallets above {big} kg stay on the ground], the rack already bent once.
A judge sealed {code}, [so not one line of it goes into anything that others can read].
[Keep {host} off the open internet], it has no password worth the name.
The vials from {city} are infectious, [they get opened under the hood or not at all].
If {~person} calls about the tax account, [assume it is a scam until you have rung back on {phone}].
[Raw chicken gets its own board], I've seen what happens otherwise in {~city}.
[Production is only ever touched while {person} is awake], the last outage taught us.
Those scans are the only copy we have, so [treat {dir} as if it were made of glass].
[The truck does not move until the chocks are confirmed by {person}], somebody got hurt in {~city}.
My mother's papers are in {dir} too, and [they have to be left exactly where they are].
[Turn the pump {code} off first], otherwise the line bursts in your face.
""",
    "prohibition": """
[Don't push anything to {branch}].
[Never mail a customer] unless I've read it, {~person} got complaints last year.
[Hands off {dir}], that belongs to another team.
[I don't want {person} contacted about this], not even by accident.
You can look at {file} all you like but [you can't change it].
[No flights with {city} as a stopover], we got stranded there twice.
[Nobody books anything on the card ending {port}].
Please [leave the {table} schema alone], the auditors froze it.
[Under no circumstances does the draft for {person} go out today].
[Nothing with pork in it for table {n}].
We [don't quote the {code} ruling], it was overturned.
[Stay away from {host}], the lab runs its night job there.
[You mustn't round the figures in {file}].
It's fine to suggest, but [ordering from {city} is off limits].
[Skip anything that restarts {host}] while the demo is on.
[No new dependencies in {branch}], legal would kill us.
I won't have [the name {person} showing up in a public ticket].
[Never thaw sample {code}], it only survives that once.
Our driver can't do nights, so [nothing gets loaded after {time}].
[Do not merge the two {table} tables], however tempting it looks.
[Quit generating invoices for {person}], she has left the firm.
Somebody told you to use port {port}? [Forget that, it is not to be used].
[The cellar in {city} is not to be used as a storage] any more.
[None of this gets translated by machine], {~person} would notice in a second.
I'd rather you [refrained from touching the cron jobs on {host}].
""",
    "hard_constraint": """
We only have until {time} [on the {n}th floor, then they lock the building].
[It can't cost more than {big} EUR all in], flights and hotel together.
[The filing has to be in by {date}], the court takes no excuses.
The printer takes [at most {n} pages per booklet].
[Answers have to come back in under {big} ms], that is in the contract.
Each crate holds [{n} bottles and not one more].
The gel sets at [exactly {n} degrees], anything else ruins it.
[We close the books on {date} at {time}], whatever is missing then is missing.
Customs wants [the weight below {big} kg per parcel].
[Everything has to run on Python {version}], the servers have nothing newer.
There is room for [{n} guests, the fire inspector counted].
[The appeal may have {n} pages, no more], otherwise they send it back.
{person} signed off [a maximum of {big} hours] for this.
The ferry from {city} leaves at {time} [and does not wait].
[Two people need to sign above {big} EUR].
The roast needs [{n} minutes at {big} degrees], and I mean to the minute.
Disk on {host} is tiny, [the export must fit in {big} MB].
The insurer pays [only if the report is there before {date}].
[No batch may be larger than {big} rows], the old system chokes on more.
[The bus has {n} seats], so that's the limit for the trip to {city}.
The landlord gave us [till {date} to clear out the depot].
[Uploads stop at {n} MB], their gateway cuts the rest.
[At least {n} percent must be paid up front], {~person} insists.
The centrifuge [has to stay under {port} rpm].
[Every reply to {person} needs to be out within {n} hours].
""",
    "preference": """
I [like my commit messages short], a line of {~n} characters is plenty.
[I'd rather sit at the window], ideally row {n}.
If you can, [give me tables instead of prose], {~person} reads them on the phone.
[I'm happier with tea than coffee] at the {city} meetings.
[Plain words suit me better] than the legal ones, {~person} can add those.
For hotels, [somewhere quiet beats somewhere central], like the one in {~city}.
[I'd go for tabs over spaces], as in {~file}.
Between you and me [I prefer to hear the bad news first], {~person} is different.
[Charts in blue, if it's all the same to you], as in {~file}.
[Amounts look nicer to me with the currency in front], the way {~person} does it.
I tend to [pick the morning train] when I go to {city}.
[It would be lovely to have the labels in capitals], as on {~code}.
My taste: [less salt, more lemon], about {~n} grams of it.
[I enjoy reading diffs more than whole files], like you did for {~file}.
[Call me by my first name], {~person} is fine.
[Sort lists by date for me], newest first, like {~file}.
I find [dark backgrounds easier on the eyes], ever since {~city}.
[Let's keep mails to {person} friendly and brief].
I'm fond of [rye bread with the soup], {~person} bakes it.
Ideally [the big boxes get loaded first], that's how the crew in {~city} likes it.
[One question at a time works best for me], I had {~n} in the last mail.
[If there's a choice, the supplier from {city} gets the order].
I'd sooner [have one long document than {n} little ones].
[Footnotes are nicer than endnotes], {~person} agrees.
I usually [want the summary at the top], {~n} words or so.
""",
    "fact": """
The box answers on [{ip}, port {port}], not the default.
{person}'s direct line is [{phone}].
[The customer number at the carrier is {code}], you need it for every pickup.
The flat in {city} is [{big} square metres], I measured it.
[Locker {n} is ours, the code is {port}].
What the tax office calls us is [{code}].
[The staging machine is {host}], it moved there in spring.
[{person} handles the {city} account] since the merger.
Our sourdough was started on [{date}].
[Invoices get sent to {mail}], nobody reads the other one.
The sample with the odd peak was [{code}, taken at {time}].
[The hearing is in room {big}], second staircase.
We pay the depot [{big} EUR a month].
The build that worked was [{version}].
[The truck's plate is {code}], for the gate.
My passport runs out on [{date}].
[There are {big} covers booked for Saturday].
The meter showed [{port} when we moved in].
[{person} sits in the {city} office on Tuesdays].
The folder they scan into is [{dir} on {host}].
[The recipe is for {n} people], scale it from there.
The lease number, in case they ask, is [{code}].
[Buffer B is at pH 7.{n}].
The old rate was different, but [we bill {big} EUR a day] this year.
[The night watch answers {phone}], only after ten.
""",
    "goal": """
In the end all of this is for [moving the shop over to the new ledger in {city}].
What I'm after is [getting {person} out of the {table} mess for good].
[By {date} I'd love to see the whole archive searchable].
Really we are doing this so that [the {city} office can work without paper].
The point of the exercise: [one price list for all {n} branches].
I'm trying to [get the family to {city} and back without a single night drive].
If this works out, [the lab can run {n} samples a day without {person}].
[We want to win the {code} case], everything else is decoration.
It all comes down to [a menu that {n} people can eat without asking].
At the end of the day [{person} should be able to close the month alone].
My dream is [that nobody has to type {table} by hand again].
[Getting {host} retired is what this is about].
We're heading towards [deliveries in {city} within {n} hours].
The plan behind it: [split {file} so each team owns its part].
I need this because [{person} wants to open the second kitchen in {city}].
What would make me happy is [a release called {version} that just installs].
All these little jobs add up to [one clean handover to {person} on {date}].
Eventually [the depot in {city} is to run itself at night].
[I'm writing a book about {city}], that's why I collect all this.
Everything we do here is meant to [bring the error rate under {n} percent].
So the big picture is: [{code} gets its certificate this year].
[We're out to cut the {table} backlog to zero].
Long term, [I'd hand the whole bookkeeping to {person}].
The thing I care about is [that the wedding in {city} goes smoothly].
It's meant to become [a course that {person} can teach in {n} lessons].
""",
}

REPLACEMENTS = """
hard_constraint: Refunds stay [below <40 EUR>].
=> [Make that <sixty euros> at most] when you give money back.
fact: The box answers on {ip}, port <{port}>.
=> They moved the box, [it listens on <{port}> now].
hard_constraint: We have to be done by <{time}> at the gate.
=> The gate gave us a bit, [<{time}> will do].
fact: You reach the notary under <{phone}>.
=> [New number for the notary's office: <{phone}>].
hard_constraint: The hall takes <{big} people>.
=> After the rebuild [they let in <{big}>, not a soul more].
fact: The shelf with the reagents is <{code}>.
=> Somebody moved the reagents, [look on <{code}>].
preference: I like the intro to have about <{n} lines>.
=> Hm, [<{n} lines> at the start reads best].
fact: Our freight rate is <{big} EUR> a pallet.
=> The carrier wrote, [a pallet now sets us back <{big} EUR>].
hard_constraint: The dough rests <{n} minutes>.
=> [Give the dough <{n} minutes>], the flour is another one.
fact: The trial is set for <{date}>.
=> The clerk rang: [they'll hear us on <{date}>].
hard_constraint: Keep the archive under <{big} GB>.
=> [We may fill <{big} GB>], they bought disks.
preference: Book me a seat in row <{n}>.
=> [Put me in <{n}>], my knee needs the space.
fact: The stable build is <{version}>.
=> [People are on <{version}> these days], the other one was pulled.
"""

"""What is said in English when nobody states anything."""

from __future__ import annotations

from support.five_rounds.talk.words import Talk

TALK = Talk(
    names="Hanna Oskar Priya Mateo Ingrid Kofi Leila Duncan Yuki Tomasz Bridget Anselm Farah Niall",
    cities="Leeds Porto Tromso Galway Utrecht Bergen Split Cardiff Tartu Malmo Ghent Lviv",
    months="January February March April May June July August September October November December",
    date="{day} {month}",
    marks="""
used to be
was replaced
instead of
until then
previously
earlier value
""",
    requests="""
Could you look at what came in overnight and tell me what stands out?
Next, compare the two lists from {city} and show me the differences.
Let's go on with the part that {person} started.
Have a look at the service, it was slow around lunch.
Now check the last {n} entries for duplicates.
Open the file that {person} sent and tell me what is in it.
Run the usual report for {city}.
Go through the changes since Monday, please.
What does the folder look like at the moment?
Draft the next step for the {table} work.
Find out why {n} of them came back.
Take the next batch and go through it.
Show me what the query gives for {city}.
Have another go at the thing from this morning.
""",
    user="""
Thanks, that was quick.
Great, {person} will be pleased.
How long did that take, roughly?
And what about the {n} from {city}?
Ha, {person} said the very same thing at lunch.
Is that more than last week?
The train was {n} minutes late again this morning.
Good, I'm having a look at it right now.
What was the name of that street in {city} again?
Nice one! I had guessed {big}.
Sorry, I was on the phone with {person}.
Can you say that in one sentence?
What's {n} times {n}?
I counted {big} myself, so we agree.
Where did you see that?
Interesting, I hadn't noticed.
It's raining in {city}, by the way.
Which of the two is longer?
How do you spell {person}'s surname with an umlaut?
Oh, I see what you mean.
Read me the third line, would you?
We had {n} visitors yesterday, quite a day.
Was that the one from {date}?
Fine by me.
I'm back, coffee was terrible.
Translate "good evening" into Dutch for me?
{person} is on holiday in {city}, lucky thing.
How many were there in total?
Looks right to me, thanks a lot.
Hm, I remember it being around {big}.
Did anything change while I was away?
My screen froze for a second there.
Could you show the first two again?
What time is it in {city} right now?
Funny, it says {code} on the old sticker.
Okay, that answers my question.
""",
    assistant="""
You're welcome.
It took about {n} seconds.
There were {big} in total, {n} of them from {city}.
Yes, slightly more than last week.
I found it in the second column.
That is the one from {date}.
In one sentence: it all matches apart from {n} rows.
Good evening is "goedenavond".
The longer one is the list from {city}.
I went through everything and nothing stands out.
The first two are {code} and {code}.
Done, the result is above.
It is just after {time} there.
Glad it helped.
That would be {port}.
Nothing has changed in the meantime.
The third line only repeats the title.
I compared both and they differ in {n} places.
Here is the short version: {n} fine, {n} unclear.
The report for {city} has run through.
I saw it in the listing, near the end.
The name is written with two n.
It was slow because of one large query.
{person}'s part is finished as well.
The folder holds {big} files at the moment.
I've drafted it, have a look.
The average comes to {big}.
Sounds good.
That sticker is from an older series.
The entries look regular, the last one is {code}.
""",
)

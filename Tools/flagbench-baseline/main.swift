// What a static Swift program costs at least: it prints one line. The start of flagctl is measured against it.
print("true")
